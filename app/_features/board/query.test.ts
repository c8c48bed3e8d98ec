import { describe, expect, it } from "vitest";
import { parseQuery } from "#server/contracts/ticket-query.ts";
import { makeBoard, makeCard, makeColumn, makeWaiting } from "#app/_lib/testing-board.ts";
import { matchesQuery } from "./matches-query.ts";
import { accept, suggest } from "./query-suggestions.ts";
import { questionOf, withAnswer, withLoaded } from "./shown-board.ts";

const cards = [
  makeCard(41, {
    title: "Checkout total ignores VAT",
    assignedTo: "programmer",
    labels: [{ id: 1, name: "cart", color: "#000000" }],
    priority: "Critical",
    status: "In progress",
  }),
  makeWaiting(44, "busy", { title: "Add VAT field", updatedAt: "2026-02-01T00:00:00.000Z" }),
  makeCard(52, { title: "Import CSV", assignedTo: "qa" }),
];
const found = (text: string) =>
  cards.filter((card) => matchesQuery(card, parseQuery(text).tokens)).map((card) => card.id);

describe("matchesQuery", () => {
  it("looks for text in titles, and for numbers", () => {
    expect(found("vat")).toEqual([41, 44]);
    expect(found("#52")).toEqual([52]);
    expect(found('"vat field"')).toEqual([44]);
  });

  it("lets every token hold", () => {
    expect(found("@prog label:cart priority:crit")).toEqual([41]);
    expect(found("is:waiting")).toEqual([44]);
    expect(found('in:"in progress"')).toEqual([41]);
    expect(found("in:inprogress")).toEqual([41]);
    expect(found("is:unassigned vat")).toEqual([44]);
    expect(found(">2026-01-15")).toEqual([44]);
    expect(found("<2026-01-15")).toEqual([41, 52]);
  });

  it("turns a token round with a dash", () => {
    expect(found("vat -is:waits")).toEqual([41]);
    expect(found("-@qa -vat")).toEqual([]);
  });

  it("takes what only the server knows to hold, either way round", () => {
    expect(found("by:owner vat")).toEqual([41, 44]);
    expect(found("-by:owner vat")).toEqual([41, 44]);
    expect(found("is:deleted")).toEqual([]);
  });
});

describe("shown boards", () => {
  const board = makeBoard([
    makeColumn("Todo", cards, { next: "x", count: 90, role: "done", archived: 4 }),
    makeColumn("Done", []),
  ]);

  it("asks the server only what is understood", () => {
    const text = 'vat is:nonsense label: -in:"In progress"';
    expect(questionOf(text, parseQuery(text))).toBe('vat -in:"In progress"');
  });

  it("filters what is loaded until the server has answered", () => {
    const [todo] = withLoaded(board, parseQuery("vat"), new Map()).columns;
    expect(todo).toMatchObject({ found: 2, count: 90, next: null });
  });

  it("shows what the server found under the counts of the board", () => {
    const answer = makeBoard([
      makeColumn("Todo", [makeCard(7)], { found: 31, count: 90, next: "y" }),
    ]);
    const [todo, done] = withAnswer(board, answer, true).columns;
    expect(todo).toMatchObject({ found: 31, count: 90, next: "y", role: "done" });
    expect(todo?.cards.map((card) => card.id)).toEqual([7]);
    expect(done).toMatchObject({ found: 0, cards: [] });
  });

  it("orders what is loaded at once, and takes the server's order with its windows", () => {
    const column = board.columns[0]?.id ?? 0;
    const [todo] = withLoaded(board, parseQuery(""), new Map([[column, "priority"]])).columns;
    expect(todo?.cards.map((card) => card.id)).toEqual([41, 52, 44]);
    expect(todo).toMatchObject({ sort: "priority", count: 90 });
    expect(todo?.found).toBeUndefined();
    const answer = makeBoard([
      makeColumn("Todo", [makeCard(7)], { sort: "priority", next: "y", count: 89 }),
    ]);
    const [answered] = withAnswer(board, answer, false).columns;
    expect(answered).toMatchObject({ sort: "priority", next: "y", count: 90 });
    expect(answered?.found).toBeUndefined();
  });
});

describe("suggest", () => {
  const board = {
    ...makeBoard([makeColumn("In progress", []), makeColumn("Todo", [])]),
    labels: [{ id: 1, name: "cart", color: "#000000" }],
    members: ["programmer", "qa"].map((slug, id) => ({
      id,
      slug,
      name: slug.toUpperCase(),
      kind: "agent" as const,
      type: null,
      isHeld: false,
      hasSkill: true,
    })),
  };
  const texts = (text: string) => suggest(text, text.length, board).map((one) => one.text);

  it("offers the kinds of tokens, then the values of the one that is begun", () => {
    expect(texts("")).toContain("is:");
    expect(texts("la")).toEqual(["label:"]);
    expect(texts("-i")).toEqual(["-is:", "-in:"]);
    expect(texts("vat @q")).toEqual(["@qa"]);
    expect(texts("label:")).toEqual(["label:cart"]);
    expect(texts("in:prog")).toEqual(['in:"In progress"']);
    expect(texts("priority:c")[0]).toBe("priority:critical");
    expect(texts("-is:arch")).toEqual(["-is:archived"]);
  });

  it("is silent for plain words and for a value that is whole", () => {
    expect(texts("checkout")).toEqual([]);
    expect(texts("@qa")).toEqual([]);
  });

  it("replaces the word at the caret and goes on behind it", () => {
    const text = "vat @q more";
    const [first] = suggest(text, 6, board);
    expect(first && accept(text, 6, first)).toEqual({ text: "vat @qa more", caret: 8 });
    const [kind] = suggest("la", 2, board);
    expect(kind && accept("la", 2, kind)).toEqual({ text: "label:", caret: 6 });
    const [last] = suggest("in:to", 5, board);
    expect(last && accept("in:to", 5, last)).toEqual({ text: "in:Todo ", caret: 8 });
  });
});
