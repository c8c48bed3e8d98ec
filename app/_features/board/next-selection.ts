import type { Card } from "#server/contracts/ticket.ts";

export type Direction = "up" | "down" | "left" | "right";

export interface VisibleColumn {
  name: string;
  cards: readonly Card[];
}

/** Where an arrow key leads; `columns` are the ones on screen, from left to right. */
export function nextSelection(
  columns: readonly VisibleColumn[],
  selected: number | null,
  direction: Direction,
): number | null {
  const at = columns.findIndex((column) => column.cards.some((card) => card.id === selected));
  if (at < 0) return columns.find((column) => column.cards.length > 0)?.cards[0]?.id ?? null;
  const cards = columns[at]?.cards ?? [];
  const index = cards.findIndex((card) => card.id === selected);
  if (direction === "up" || direction === "down") {
    return cards[index + (direction === "up" ? -1 : 1)]?.id ?? selected;
  }
  const step = direction === "left" ? -1 : 1;
  for (let other = at + step; other >= 0 && other < columns.length; other += step) {
    const there = columns[other]?.cards ?? [];
    if (there.length > 0) return there[Math.min(index, there.length - 1)]?.id ?? null;
  }
  return selected;
}
