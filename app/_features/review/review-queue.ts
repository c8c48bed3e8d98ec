import type { ListPage } from "#server/contracts/ticket-rows.ts";
import type { Card } from "#server/contracts/ticket.ts";

export interface ReviewQueue {
  /** Oldest first: what has waited longest in a review column. As many as have come. */
  cards: Card[];
  /** How many there are, whatever has come. */
  total: number;
}

/** The pages that have come, as one queue. A ticket that moved up between two of them stands once. */
export function joinPages(pages: readonly Pick<ListPage, "items" | "total">[]): ReviewQueue {
  const cards = new Map<number, Card>();
  for (const { items } of pages) {
    for (const card of items) if (!cards.has(card.id)) cards.set(card.id, card);
  }
  return { cards: [...cards.values()], total: pages.at(-1)?.total ?? 0 };
}

/** Where the page after this one begins; undefined at the end. */
export function nextOffset({
  offset,
  items,
  total,
}: Pick<ListPage, "offset" | "items" | "total">): number | undefined {
  const next = offset + items.length;
  return items.length > 0 && next < total ? next : undefined;
}

/**
 * Where a person is: the ticket that was asked for, else what moved up to its place when it left the
 * queue, else the last one; -1 in an empty queue.
 */
export function placeInQueue(
  cards: readonly Pick<Card, "id">[],
  wanted: number | null,
  lastPlace: number,
): number {
  const found = cards.findIndex(({ id }) => id === wanted);
  return found === -1 ? Math.min(lastPlace, cards.length - 1) : found;
}

/** From so near the end of what has come, more is read: the next one is there before it is asked for. */
const readAhead = 10;

/** Whether more of the queue is needed: somebody comes near the end of it, or wants a ticket not yet seen. */
export function needsMore(
  cards: readonly Pick<Card, "id">[],
  { wanted, place, wasSeen }: { wanted: number | null; place: number; wasSeen: boolean },
): boolean {
  if (place >= cards.length - readAhead) return true;
  return wanted !== null && !wasSeen && !cards.some(({ id }) => id === wanted);
}
