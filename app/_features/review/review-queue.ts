import type { Board, Card } from "#server/contracts/ticket.ts";

export interface ReviewQueue {
  /** Oldest first: what has waited longest in a review column. */
  cards: Card[];
  /** True count of the columns, whatever their windows hold. */
  total: number;
}

/** What waits for a person's verdict on a board (ux 17). */
export function reviewQueue({ columns }: Pick<Board, "columns">): ReviewQueue {
  const review = columns.filter(({ role }) => role === "review");
  const cards = review.flatMap((column) => column.cards);
  return {
    cards: cards.sort(
      (a, b) => Date.parse(a.enteredColumnAt) - Date.parse(b.enteredColumnAt) || a.id - b.id,
    ),
    total: review.reduce((sum, { count }) => sum + count, 0),
  };
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
