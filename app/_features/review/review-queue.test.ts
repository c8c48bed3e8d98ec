import { describe, expect, it } from "vitest";
import type { Board, Card } from "#server/contracts/ticket.ts";
import { placeInQueue, reviewQueue } from "./review-queue.ts";

const card = (id: number, minute: number) =>
  ({ id, enteredColumnAt: `2026-03-01T12:${String(minute).padStart(2, "0")}:00Z` }) as Card;
const column = (role: string, cards: Card[], count = cards.length) => ({ role, cards, count });

describe("the review queue", () => {
  it("holds the cards of all review columns, the one that waited longest first", () => {
    const columns = [
      column("working", [card(1, 0)]),
      column("review", [card(2, 30), card(3, 10)]),
      column("review", [card(4, 20), card(5, 10)]),
    ] as Board["columns"];
    const { cards, total } = reviewQueue({ columns });
    expect(cards.map(({ id }) => id)).toEqual([3, 5, 4, 2]);
    expect(total).toBe(4);
  });

  it("counts what its window does not hold", () => {
    const columns = [column("review", [card(1, 0)], 90)] as Board["columns"];
    expect(reviewQueue({ columns }).total).toBe(90);
  });
});

describe("the place in the queue", () => {
  const cards = [card(7, 0), card(8, 1), card(9, 2)];
  it.each([
    ["the ticket that was asked for", 9, 0, 2],
    ["the first one at first", null, 0, 0],
    ["what moved up when a ticket left", 1, 1, 1],
    ["the last one when the last ticket left", 1, 5, 2],
  ])("is %s", (_, wanted, lastPlace, expected) => {
    expect(placeInQueue(cards, wanted, lastPlace)).toBe(expected);
  });

  it("is nowhere in an empty queue", () => {
    expect(placeInQueue([], 7, 3)).toBe(-1);
  });
});
