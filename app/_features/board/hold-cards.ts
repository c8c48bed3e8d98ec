import type { Card } from "#server/contracts/ticket.ts";

export type ShownRow = { kind: "card"; card: Card } | { kind: "gone"; card: Card };

export interface HeldView {
  rows: ShownRow[];
  /** Arrivals above the anchor that are not shown yet. */
  heldCount: number;
}

/**
 * What a column shows while a pointer, the keyboard or a drag is in it (ux 30): cards that were there
 * keep their place, a card taken away leaves an outline, arrivals come in below the anchor only.
 * `own` = the tickets the viewer has just moved: they may go where they want.
 */
export function holdCards(
  shown: readonly Card[],
  fresh: readonly Card[],
  anchor: number | null,
  own: ReadonlySet<number>,
): HeldView {
  const freshById = new Map(fresh.map((card) => [card.id, card]));
  const before = shown.filter((card) => !own.has(card.id));
  const rows: ShownRow[] = before.map((card) => {
    const now = freshById.get(card.id);
    return now ? { kind: "card", card: now } : { kind: "gone", card };
  });
  const known = new Set(before.map((card) => card.id));
  const anchorIndex =
    anchor === null ? rows.length - 1 : rows.findIndex((row) => row.card.id === anchor);
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
