import type { Card } from "#server/contracts/ticket.ts";

export type ShownRow =
  | { kind: "card"; card: Card }
  /** The outline of a card that was taken away; over: it has been seen long enough. */
  | { kind: "gone"; card: Card; isOver: boolean };

export interface ColumnHold {
  isHeld: boolean;
  /** The ticket under the pointer or the focus; null: somewhere in the column, all of it stays. */
  anchor: number | null;
}

export interface HeldView {
  rows: ShownRow[];
  /** Arrivals above the anchor that are not shown yet. */
  heldCount: number;
}

export const asRows = (cards: readonly Card[]): ShownRow[] =>
  cards.map((card) => ({ kind: "card", card }));

/**
 * What a column shows while a pointer, the keyboard or a drag is in it (ux 30): cards that were there
 * keep their place, a card taken away leaves an outline, arrivals come in below the anchor only. An
 * outline that is over closes its gap once that moves nothing that is held.
 * `own` = the tickets the viewer has just moved: they may go where they want.
 */
export function holdCards(
  shown: readonly ShownRow[],
  fresh: readonly Card[],
  hold: ColumnHold,
  own: ReadonlySet<number>,
): HeldView {
  const before = shown.filter(({ card }) => !own.has(card.id));
  if (!hold.isHeld && before.every((row) => row.kind === "card"))
    return { rows: asRows(fresh), heldCount: 0 };
  const freshById = new Map(fresh.map((card) => [card.id, card]));
  const lastHeld = lastHeldIndex(before, hold);
  const rows = before.flatMap((row, index): ShownRow[] => {
    const now = freshById.get(row.card.id);
    if (now) return [{ kind: "card", card: now }];
    if (row.kind === "card")
      return hold.isHeld ? [{ kind: "gone", card: row.card, isOver: false }] : [];
    return row.isOver && index > lastHeld ? [] : [row];
  });
  const known = new Set(rows.map(({ card }) => card.id));
  const anchorIndex = lastHeldIndex(rows, hold);
  let heldCount = 0;
  for (const [index, card] of fresh.entries()) {
    if (known.has(card.id)) continue;
    const previous = fresh[index - 1];
    const at = previous ? rows.findIndex((row) => row.card.id === previous.id) + 1 : 0;
    if (!own.has(card.id) && at <= anchorIndex) heldCount += 1;
    else rows.splice(at, 0, { kind: "card", card });
    known.add(card.id);
  }
  return { rows, heldCount };
}

/** The lowest row that may not move; -1: all may. */
function lastHeldIndex(rows: readonly ShownRow[], { isHeld, anchor }: ColumnHold): number {
  if (!isHeld) return -1;
  return anchor === null ? rows.length - 1 : rows.findIndex((row) => row.card.id === anchor);
}
