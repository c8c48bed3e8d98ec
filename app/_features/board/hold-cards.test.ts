import { describe, expect, it } from "vitest";
import { makeCard } from "#app/_lib/testing-board.ts";
import { asRows, holdCards, type ShownRow } from "./hold-cards.ts";

const cards = (...ids: number[]) => ids.map((id) => makeCard(id));
const rows = (...ids: number[]) => asRows(cards(...ids));
const gone = (id: number, isOver: boolean): ShownRow => ({
  kind: "gone",
  card: makeCard(id),
  isOver,
});
const at = (anchor: number | null) => ({ isHeld: true, anchor });
const free = { isHeld: false, anchor: null };
const nobody: ReadonlySet<number> = new Set();
const shape = (view: ReturnType<typeof holdCards>) =>
  view.rows.map((row) => (row.kind === "gone" ? `(${row.card.id})` : String(row.card.id)));

describe("holdCards", () => {
  it("holds arrivals above the anchor, and lets those below in", () => {
    const view = holdCards(rows(1, 2, 3), cards(9, 1, 2, 8, 3), at(2), nobody);
    expect(shape(view)).toEqual(["1", "2", "8", "3"]);
    expect(view.heldCount).toBe(1);
  });

  it("leaves an outline of a card that was taken away", () => {
    expect(shape(holdCards(rows(1, 2, 3), cards(2, 3), at(2), nobody))).toEqual(["(1)", "2", "3"]);
  });

  it("keeps the order that was shown", () => {
    expect(shape(holdCards(rows(1, 2, 3), cards(3, 2, 1), at(2), nobody))).toEqual(["1", "2", "3"]);
  });

  it("lets the viewer's own card go where it was put", () => {
    const view = holdCards(rows(1, 2, 3), cards(3, 1, 2), at(2), new Set([3]));
    expect(shape(view)).toEqual(["3", "1", "2"]);
    expect(view.heldCount).toBe(0);
  });

  it("shows new contents of the cards that stay", () => {
    const [row] = holdCards(rows(1), [makeCard(1, { title: "Renamed" })], at(1), nobody).rows;
    expect(row?.card.title).toBe("Renamed");
  });

  it("keeps all of the column in place while something is dragged over it", () => {
    const view = holdCards(rows(1, 2), cards(9, 1, 8, 2, 7), at(null), nobody);
    expect(shape(view)).toEqual(["1", "2", "7"]);
    expect(view.heldCount).toBe(2);
  });

  it("closes the gap of an outline that is over only below what is held", () => {
    const shown = [gone(1, true), ...rows(2), gone(3, true), gone(4, false), ...rows(5)];
    expect(shape(holdCards(shown, cards(2, 5), at(2), nobody))).toEqual(["(1)", "2", "(4)", "5"]);
    expect(shape(holdCards(shown, cards(2, 5), free, nobody))).toEqual(["2", "(4)", "5"]);
  });

  it("lets everything in, and leaves no new outline, once nothing is held", () => {
    const view = holdCards([gone(1, false), ...rows(2, 3)], cards(9, 3), free, nobody);
    expect(shape(view)).toEqual(["9", "(1)", "3"]);
    expect(view.heldCount).toBe(0);
    expect(shape(holdCards(rows(1, 2, 3), cards(3, 9, 2), free, nobody))).toEqual(["3", "9", "2"]);
  });
});
