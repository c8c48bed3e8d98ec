import { describe, expect, it } from "vitest";
import { makeBoard, makeCard, makeColumn } from "#app/_lib/testing-board.ts";
import { countAtWork, followerAt, inShownOrder, rangeTo, togglePick } from "./picks.ts";

const column = (name: string, ...ids: number[]) =>
  makeColumn(
    name,
    ids.map((id) => makeCard(id)),
  );
const board = makeBoard([column("Todo", 3, 1, 2), column("Review", 8, 7)]);
const cards = board.columns.flatMap((each) => each.cards);

describe("picks", () => {
  it("lets a second choice take the first back", () => {
    const once = togglePick(new Set([1]), 2);
    expect([...once]).toEqual([1, 2]);
    expect([...togglePick(once, 1)]).toEqual([2]);
  });

  it("chooses what lies between two cards of a column, in both directions", () => {
    expect(rangeTo(board.columns, 3, 2)).toEqual([3, 1, 2]);
    expect(rangeTo(board.columns, 2, 1)).toEqual([1, 2]);
  });

  it("chooses one card alone when there is nothing to reach from in its column", () => {
    expect(rangeTo(board.columns, 8, 1)).toEqual([1]);
    expect(rangeTo(board.columns, null, 1)).toEqual([1]);
  });

  it("keeps the order that is shown, with what is not loaded behind it", () => {
    expect(inShownOrder(cards, new Set([99, 7, 2, 3, 40]))).toEqual([3, 2, 7, 40, 99]);
  });

  it("counts those at work that would change their column", () => {
    const atWork = { runStartedAt: "2026-01-01T00:00:00.000Z" };
    const inReview = { ...atWork, status: "Review" };
    const busy = [makeCard(1, atWork), makeCard(2), makeCard(3, inReview)];
    expect(countAtWork(busy, new Set([1, 2, 3]), "Review")).toBe(1);
  });

  it("finds the card in front of which chosen ones are dropped", () => {
    const picked = new Set([7, 3]);
    expect(followerAt(board, { column: "Review", index: 0 }, 3, picked)).toBe(8);
    expect(followerAt(board, { column: "Review", index: 1 }, 3, picked)).toBeNull();
    expect(followerAt(board, { column: "Todo", index: 0 }, 3, picked)).toBe(1);
  });
});
