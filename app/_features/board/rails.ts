import type { BoardColumn } from "#server/contracts/ticket.ts";

const railsBelowPx = 1_600;
/** Below this one column is shown at a time. */
export const singleBelowPx = 640;

/**
 * Which columns are rails (ux 16): below 1,600 px the first and the done-role column, and an empty
 * blocked one. Never all of them. With `keepFirst` the first one stays open.
 */
export function railedColumns(
  columns: readonly BoardColumn[],
  widthPx: number,
  keepFirst = false,
): ReadonlySet<number> {
  if (widthPx >= railsBelowPx || columns.length < 3) return new Set();
  const railed = columns.filter(
    (column, index) =>
      (index === 0 && !keepFirst) ||
      column.role === "done" ||
      (column.role === "blocked" && column.count === 0),
  );
  return railed.length === columns.length ? new Set() : new Set(railed.map((column) => column.id));
}

/**
 * On a board where work has not begun all tickets lie in the first column: it must be seen, for the
 * first thing to do is to drag one of them (ux 1).
 */
export function hasNotBegun(columns: readonly BoardColumn[]): boolean {
  const [first, ...others] = columns;
  return first !== undefined && first.count > 0 && others.every((column) => column.count === 0);
}
