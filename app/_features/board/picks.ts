import type { Board, BoardColumn, Card } from "#server/contracts/ticket.ts";
import { isAtWork } from "#app/_lib/is-at-work.ts";

/** In, or out when it was in. */
export function togglePick(picked: ReadonlySet<number>, ticket: number): ReadonlySet<number> {
  const next = new Set(picked);
  if (!next.delete(ticket)) next.add(ticket);
  return next;
}

/** From the anchor to this card, both included, where both lie in one column; else this card alone. */
export function rangeTo(
  columns: readonly Pick<BoardColumn, "cards">[],
  anchor: number | null,
  ticket: number,
): number[] {
  for (const { cards } of columns) {
    const to = cards.findIndex((card) => card.id === ticket);
    if (to < 0) continue;
    const from = cards.findIndex((card) => card.id === anchor);
    if (from < 0) break;
    return cards.slice(Math.min(from, to), Math.max(from, to) + 1).map((card) => card.id);
  }
  return [ticket];
}

/** In the order in which they are shown; those that are not loaded come last. */
export function inShownOrder(cards: readonly Card[], picked: ReadonlySet<number>): number[] {
  const shown = cards.map((card) => card.id).filter((ticket) => picked.has(ticket));
  const known = new Set(shown);
  return [
    ...shown,
    ...[...picked].filter((ticket) => !known.has(ticket)).toSorted((a, b) => a - b),
  ];
}

/** How many of them a move to another column would take away from an agent at work. */
export function countAtWork(
  cards: readonly Card[],
  picked: ReadonlySet<number>,
  column: string,
): number {
  return cards.filter((card) => picked.has(card.id) && card.status !== column && isAtWork(card))
    .length;
}

/** The first card from this place on that is not moved itself; null: the end of the column. */
export function followerAt(
  board: Board,
  place: { column: string; index: number },
  dragged: number,
  picked: ReadonlySet<number>,
): number | null {
  const cards = board.columns.find((column) => column.name === place.column)?.cards ?? [];
  return (
    cards
      .filter((card) => card.id !== dragged)
      .slice(place.index)
      .find((card) => !picked.has(card.id))?.id ?? null
  );
}
