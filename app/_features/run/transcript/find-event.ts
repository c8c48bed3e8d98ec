import type { Gap } from "./filter.ts";
import type { Row } from "./row.ts";

/** Whether a row shows this event, itself or in the lane of its sub-agent. */
export function holdsEvent(row: Row, seq: number): boolean {
  if (row.seqs.includes(seq)) return true;
  return row.kind === "tool" && row.children.some((child) => holdsEvent(child, seq));
}

/** Place of the row that shows an event, -1 where none does. */
export function indexOfEvent(items: readonly (Row | Gap)[], seq: number): number {
  return items.findIndex((item) => item.kind !== "gap" && holdsEvent(item, seq));
}

/** Keys of the rows that have to be open for an event to be seen: its own and those around it. */
export function keysAround(row: Row, seq: number): string[] {
  const inside = row.kind === "tool" ? row.children.find((child) => holdsEvent(child, seq)) : null;
  return [row.key, ...(inside ? keysAround(inside, seq) : [])];
}
