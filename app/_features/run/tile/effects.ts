import { editDiff } from "../tool-renderers/edit-diff.ts";
import type { DiffCount } from "../text/line-diff.ts";
import { isEffect } from "../transcript/filter.ts";
import type { Row, ToolRow } from "../transcript/row.ts";
import { inputText, toolKind } from "../transcript/tool-kind.ts";

interface EffectBase {
  key: string;
  /** ISO time of its start while it has no result; null = it is over. */
  runningSince: string | null;
  /** Refused, failed, or a command with another exit code than 0. */
  isBad: boolean;
}

/** What a run left outside the conversation, in one line. */
export type Effect = EffectBase &
  (
    | { kind: "edit"; path: string; count: DiffCount }
    | { kind: "command"; command: string; exitCode: number | null }
    | { kind: "tool"; tool: string; detail: string }
    | { kind: "denied"; text: string }
  );

/** The newest effects of a transcript, oldest first; rows are read from the end and no further than needed. */
export function lastEffects(
  { rows, overBefore }: { rows: readonly Row[]; overBefore: number },
  count: number,
): readonly Effect[] {
  const found: Effect[] = [];
  for (let index = rows.length - 1; index >= 0 && found.length < count; index -= 1) {
    const row = rows[index];
    if (row === undefined || !isEffect(row)) continue;
    if (row.kind === "tool") found.push(effectOf(row, overBefore));
    else if (row.kind === "notice" && row.notice === "permission_denied") {
      const { key, payload } = row;
      found.push({ key, kind: "denied", text: payload.message, runningSince: null, isBad: true });
    }
  }
  return found.toReversed();
}

function effectOf(row: ToolRow, overBefore: number): Effect {
  const isDenied = row.deniedMessage !== null;
  const isRunning = row.result === null && !isDenied && row.seq >= overBefore;
  const exitCode = row.result?.exitCode ?? null;
  const base = {
    key: row.key,
    runningSince: isRunning ? row.at : null,
    isBad: isDenied || row.result?.isError === true || (exitCode ?? 0) !== 0,
  };
  const kind = toolKind(row.tool);
  if (kind === "command") {
    const command = firstLine(inputText(row.input, "command") ?? row.tool);
    return { ...base, kind: "command", command, exitCode };
  }
  const diff = kind === "edit" ? editDiff(row.input) : null;
  if (diff !== null) return { ...base, kind: "edit", path: diff.path, count: diff.count };
  const detail = inputText(row.input, "description", "url", "query", "title", "prompt") ?? "";
  return { ...base, kind: "tool", tool: row.tool, detail: firstLine(detail) };
}

/** The last line with words in it of a text that grows. */
export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0] ?? "";
}
