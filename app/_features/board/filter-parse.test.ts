import { describe, expect, it } from "vitest";
import { makeCard, makeWaiting } from "#app/_lib/testing-board.ts";
import { matchesFilter, parseFilter } from "./filter-parse.ts";

const cards = [
  makeCard(41, {
    title: "Checkout total ignores VAT",
    assignedTo: "programmer",
    labels: [{ id: 1, name: "cart", color: "#000000" }],
    priority: "Critical",
    status: "In progress",
  }),
  makeWaiting(44, "busy", { title: "Add VAT field" }),
  makeCard(52, { title: "Import CSV", assignedTo: "qa" }),
];
const found = (filter: string) =>
  cards.filter((card) => matchesFilter(card, parseFilter(filter))).map((card) => card.id);

describe("filter", () => {
  it("finds text in titles and numbers", () => {
    expect(found("vat")).toEqual([41, 44]);
    expect(found("#52")).toEqual([52]);
    expect(found('"vat field"')).toEqual([44]);
  });

  it("understands tokens, and all of them must hold", () => {
    expect(found("@prog label:cart priority:crit")).toEqual([41]);
    expect(found("is:waiting")).toEqual([44]);
    expect(found('in:"in progress"')).toEqual([41]);
    expect(found("in:inprogress")).toEqual([41]);
    expect(found("is:unassigned vat")).toEqual([44]);
  });

  it("turns a token round with a dash", () => {
    expect(found("vat -is:waits")).toEqual([41]);
    expect(found("-@qa -vat")).toEqual([]);
  });

  it("matches nothing for a state nobody has, and everything for an empty filter", () => {
    expect(found("is:nonsense")).toEqual([]);
    expect(found("")).toEqual([41, 44, 52]);
  });

  it("ignores a token that is still being typed", () => {
    expect(parseFilter("@ label: is:")).toEqual([]);
  });
});
