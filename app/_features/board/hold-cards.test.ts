import { describe, expect, it } from "vitest";
import { makeCard } from "#app/_lib/testing-board.ts";
import { holdCards } from "./hold-cards.ts";

const cards = (...ids: number[]) => ids.map((id) => makeCard(id));
const nobody: ReadonlySet<number> = new Set();
const shape = (view: ReturnType<typeof holdCards>) =>
  view.rows.map((row) => (row.kind === "gone" ? `(${row.card.id})` : String(row.card.id)));

describe("holdCards", () => {
  it("holds arrivals above the anchor, and lets those below in", () => {
    const view = holdCards(cards(1, 2, 3), cards(9, 1, 2, 8, 3), 2, nobody);
    expect(shape(view)).toEqual(["1", "2", "8", "3"]);
    expect(view.heldCount).toBe(1);
  });

  it("leaves an outline of a card that was taken away", () => {
    expect(shape(holdCards(cards(1, 2, 3), cards(2, 3), 2, nobody))).toEqual(["(1)", "2", "3"]);
  });

  it("keeps the order that was shown", () => {
    expect(shape(holdCards(cards(1, 2, 3), cards(3, 2, 1), 2, nobody))).toEqual(["1", "2", "3"]);
  });

  it("lets the viewer's own card go where it was put", () => {
    const view = holdCards(cards(1, 2, 3), cards(3, 1, 2), 2, new Set([3]));
    expect(shape(view)).toEqual(["3", "1", "2"]);
    expect(view.heldCount).toBe(0);
  });

  it("shows new contents of the cards that stay", () => {
    const [row] = holdCards(cards(1), [makeCard(1, { title: "Renamed" })], 1, nobody).rows;
    expect(row?.card.title).toBe("Renamed");
  });
});
