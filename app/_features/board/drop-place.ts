import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import type { Board } from "#server/contracts/ticket.ts";
import { findColumn, type Place } from "#app/_lib/board-cache.ts";
import { isCardTarget, isColumnTarget } from "./drag-data.ts";

interface Target {
  data: Record<string | symbol, unknown>;
}

/** Where the innermost target under the pointer puts a card; null: nowhere. */
export function placeOfDrop(
  board: Board,
  ticket: number,
  targets: readonly Target[],
): Place | null {
  const data = targets[0]?.data;
  if (!data) return null;
  if (isColumnTarget(data)) {
    const cards = (findColumn(board, data.column)?.cards ?? []).filter(
      (card) => card.id !== ticket,
    );
    return { column: data.column, index: data.isTop ? 0 : cards.length };
  }
  if (!isCardTarget(data)) return null;
  const cards = (findColumn(board, data.column)?.cards ?? []).filter((card) => card.id !== ticket);
  const over = cards.findIndex((card) => card.id === data.ticket);
  // Dropped on its own place, or on a card that has left meanwhile.
  if (over < 0) return null;
  return { column: data.column, index: extractClosestEdge(data) === "bottom" ? over + 1 : over };
}

/** True when the place is where the card already is. */
export function isSamePlace(board: Board, ticket: number, place: Place): boolean {
  const cards = findColumn(board, place.column)?.cards ?? [];
  return cards.findIndex((card) => card.id === ticket) === place.index;
}
