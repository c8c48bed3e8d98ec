import type { ColumnRole } from "#server/contracts/words.ts";

/** Columns of a new board, in order (engine §1). */
export const defaultColumns: { name: string; role: ColumnRole; color: string }[] = [
  { name: "Backlog", role: "normal", color: "#5a6a80" },
  { name: "Todo", role: "normal", color: "#4f7cac" },
  { name: "InProgress", role: "normal", color: "#3b82f6" },
  { name: "Blocked", role: "blocked", color: "#c2603f" },
  { name: "Review", role: "review", color: "#8b6fc6" },
  { name: "Done", role: "done", color: "#4c9a6a" },
];
