import type { Row, ToolRow } from "./row.ts";
import { toolKind } from "./tool-kind.ts";

export const filters = ["all", "effects", "talk", "commands", "edits", "asks", "errors"] as const;
export type Filter = (typeof filters)[number];

/** What a filter leaves out between two rows, folded into one line. */
export interface Gap {
  kind: "gap";
  key: string;
  count: number;
}

/** Rows under a filter. Effects keep their place in the story: what lies between is one folded line. */
export function filterRows(
  rows: readonly Row[],
  filter: Filter,
  opened: ReadonlySet<string>,
): readonly (Row | Gap)[] {
  if (filter === "all") return rows;
  if (filter !== "effects") return rows.filter((row) => passes(row, filter));
  const shown: (Row | Gap)[] = [];
  let between: Row[] = [];
  const flush = () => {
    const [first] = between;
    if (first === undefined) return;
    const key = `gap-${first.key}`;
    if (opened.has(key)) shown.push(...between);
    else shown.push({ kind: "gap", key, count: between.length });
    between = [];
  };
  for (const row of rows) {
    if (passes(row, filter)) {
      flush();
      shown.push(row);
    } else between.push(row);
  }
  flush();
  return shown;
}

export function passes(row: Row, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "effects":
      return (
        isEffect(row) ||
        isAsk(row) ||
        ["started", "steer", "result", "ended", "answered"].includes(row.kind)
      );
    case "talk":
      return (
        ["text", "user", "steer", "turn", "result", "started", "ended"].includes(row.kind) ||
        isAsk(row)
      );
    case "commands":
      return row.kind === "tool" && toolKind(row.tool) === "command";
    case "edits":
      return row.kind === "tool" && toolKind(row.tool) === "edit";
    case "asks":
      return isAsk(row) || row.kind === "answered";
    case "errors":
      return isError(row);
  }
}

export function isEdit(row: Row): boolean {
  return passes(row, "edits");
}

export function isError(row: Row): boolean {
  switch (row.kind) {
    case "tool":
      return hasFailed(row);
    case "reads":
      return row.items.some(hasFailed);
    case "result":
      return row.payload.isError;
    case "orphan":
      return row.result.isError;
    case "output":
      return row.stream === "stderr";
    case "ended":
      return row.payload.outcome !== "completed" && row.payload.outcome !== "stopped";
    case "notice":
      return (
        row.notice === "permission_denied" ||
        row.notice === "diagnostic" ||
        row.notice === "api_retry"
      );
    default:
      return false;
  }
}

/** What leaves a mark outside the conversation: files, commands, board, network, refusals (ux 24). */
export function isEffect(row: Row): boolean {
  if (row.kind === "notice") return row.notice === "permission_denied";
  if (row.kind !== "tool") return false;
  if (row.deniedMessage !== null) return true;
  return !["read", "todo"].includes(toolKind(row.tool));
}

function isAsk(row: Row): boolean {
  return (
    row.kind === "ask" || (row.kind === "tool" && row.ask !== null && row.ask.state !== "board")
  );
}

function hasFailed(row: ToolRow): boolean {
  return (
    row.deniedMessage !== null || row.result?.isError === true || (row.result?.exitCode ?? 0) !== 0
  );
}
