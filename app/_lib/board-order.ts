import { generateKeyBetween } from "fractional-indexing";
import type { Card, Column } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a column, as the server sorts it: by hand and by age upwards, by anything else downwards, the newer ticket first among equals. */
export function compareCards(sort: Column["sort"], a: Card, b: Card): number {
  const first = {
    priority: () => priorities.indexOf(b.priority) - priorities.indexOf(a.priority),
    updated: () => compareText(b.updatedAt, a.updatedAt),
    created: () => compareText(b.createdAt, a.createdAt),
    oldest: () => compareText(a.createdAt, b.createdAt),
    cost: () => b.costUsd - a.costUsd,
  } satisfies Record<Exclude<Column["sort"], "manual">, () => number>;
  if (sort === "manual") return compareText(a.orderKey, b.orderKey) || a.id - b.id;
  return first[sort]() || (sort === "oldest" ? a.id - b.id : b.id - a.id);
}

/**
 * Where a card belongs among the loaded ones. `null`: behind the window, so it is not shown yet.
 * `end` is where the window ended when it was read; null: nothing comes after the loaded cards.
 */
export function placeOf(
  cards: readonly Card[],
  card: Card,
  sort: Column["sort"],
  end: Card | null,
): number | null {
  const index = cards.findIndex((other) => compareCards(sort, card, other) < 0);
  if (index >= 0) return index;
  return end !== null && compareCards(sort, card, end) > 0 ? null : cards.length;
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
