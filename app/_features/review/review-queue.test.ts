import { describe, expect, it } from "vitest";
import type { Card } from "#server/contracts/ticket.ts";
import { joinPages, needsMore, nextOffset, placeInQueue } from "./review-queue.ts";

const card = (id: number) => ({ id }) as Card;
const cardsTo = (count: number) => Array.from({ length: count }, (_, index) => card(index + 1));

describe("the review queue", () => {
  it("is its pages in their order, counted as the server counts", () => {
    const { cards, total } = joinPages([
      { items: [card(3), card(5)], total: 5 },
      { items: [card(5), card(4)], total: 4 },
    ]);
    expect(cards.map(({ id }) => id)).toEqual([3, 5, 4]);
    expect(total).toBe(4);
    expect(joinPages([])).toEqual({ cards: [], total: 0 });
  });

  it("goes on where a page ends, until all has come", () => {
    expect(nextOffset({ offset: 0, items: cardsTo(100), total: 120 })).toBe(100);
    expect(nextOffset({ offset: 100, items: cardsTo(20), total: 120 })).toBeUndefined();
    expect(nextOffset({ offset: 100, items: [], total: 120 })).toBeUndefined();
  });

  it("is read further where somebody comes near its end, or wants what has not come yet", () => {
    const cards = cardsTo(100);
    const at = (place: number, wanted: number | null, wasSeen = false) =>
      needsMore(cards, { place, wanted, wasSeen });
    expect([at(0, null), at(50, 51), at(89, 90)]).toEqual([false, false, false]);
    expect([at(90, 91), at(99, 100)]).toEqual([true, true]);
    expect(at(0, 250)).toBe(true);
    // It was there, and has left: nobody looks for it in all the rest.
    expect(at(0, 250, true)).toBe(false);
  });
});

describe("the place in the queue", () => {
  const cards = [card(7), card(8), card(9)];
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
