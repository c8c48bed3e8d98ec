import { generateKeyBetween } from "fractional-indexing";
import type { Card, Column } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a column, as the server sorts it; ties fall back to the order key, then to the number. */
export function compareCards(sort: Column["sort"], a: Card, b: Card): number {
  const first = {
    manual: () => 0,
    priority: () => priorities.indexOf(b.priority) - priorities.indexOf(a.priority),
    updated: () => compareText(b.updatedAt, a.updatedAt),
    created: () => compareText(b.createdAt, a.createdAt),
    cost: () => b.costUsd - a.costUsd,
  } satisfies Record<Column["sort"], () => number>;
  return first[sort]() || compareText(a.orderKey, b.orderKey) || a.id - b.id;
}

/**
 * Where a card belongs among the loaded ones. `null`: behind the window, so it is not shown yet.
 * `hasMore` says that the column goes on after the last loaded card.
 */
export function placeOf(
  cards: readonly Card[],
  card: Card,
  sort: Column["sort"],
  hasMore: boolean,
): number | null {
  const index = cards.findIndex((other) => compareCards(sort, card, other) < 0);
  if (index >= 0) return index;
  return hasMore ? null : cards.length;
}

/** A guess of the key the server will give, so that an optimistic card sorts where it was dropped. */
export function keyBetween(before: string | null, after: string | null): string | null {
  try {
    return generateKeyBetween(before, after);
  } catch {
    // Keys of another making, or equal neighbours: the server's answer corrects the place.
    return null;
  }
}
