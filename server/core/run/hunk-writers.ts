import type { OwnEdit } from "./replay-edits.ts";

/** A call of the run that edited the file of a difference. */
export interface FileEdit {
  seq: number;
  edits: readonly OwnEdit[];
}

interface Hunk {
  added: string[];
  removed: string[];
}

/**
 * For each part of a unified difference the `seq` of the call that wrote it, or null where no call did
 * (a command wrote it, or somebody else). Each line belongs to the last call that wrote it, a part to the
 * call with most of its lines, of several to the last one. Edits are in the order they were made.
 */
export function findHunkWriters(diff: string, edits: readonly FileEdit[]): (number | null)[] {
  return parseHunks(diff).map((hunk) => findWriter(hunk, edits));
}

function findWriter(hunk: Hunk, edits: readonly FileEdit[]): number | null {
  // A part that takes lines out is told by the lines that are gone.
  const isAdding = hunk.added.length > 0;
  const lines = telling(isAdding ? hunk.added : hunk.removed);
  const votes = new Map<number, number>();
  for (const line of lines) {
    const lastOf = (did: (edit: OwnEdit) => boolean) =>
      edits.findLast((call) => call.edits.some(did));
    const last = isAdding
      ? (lastOf((edit) => hasWritten(edit, line, hunk)) ?? lastOf((edit) => isPart(edit, line)))
      : lastOf((edit) => hasRemoved(edit, line));
    if (last !== undefined) votes.set(last.seq, (votes.get(last.seq) ?? 0) + 1);
  }
  let writer: number | null = null;
  for (const { seq } of edits) {
    const count = votes.get(seq) ?? 0;
    if (count > 0 && (writer === null || count >= (votes.get(writer) ?? 0))) writer = seq;
  }
  return writer;
}

/** Lines that say who wrote them: a brace or an empty line is everybody's, unless there is nothing else. */
function telling(lines: readonly string[]): readonly string[] {
  const words = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  return words.length > 0 ? words : lines;
}

function hasWritten(edit: OwnEdit, line: string, { removed }: Hunk): boolean {
  if (edit.kind === "write") return splitLines(edit.text).includes(line);
  const before = splitLines(edit.old);
  const after = splitLines(edit.new);
  if (count(after, line) > count(before, line)) return true;
  // What an edit replaces need not be whole lines: then the line that was there tells.
  const [first = ""] = after;
  const last = after.at(-1) ?? "";
  if (after.length > 1)
    return (
      (isTelling(first) && first !== before[0] && line.endsWith(first)) ||
      (isTelling(last) && last !== before.at(-1) && line.startsWith(last))
    );
  const { old } = edit;
  return old !== "" && removed.some((gone) => isMadeOf(gone, old, first, line));
}

function isMadeOf(gone: string, old: string, next: string, line: string): boolean {
  if (!gone.includes(old)) return false;
  return gone.split(old).join(next) === line || gone.replace(old, () => next) === line;
}

/** A weak sign, for lines that several edits made together. */
function isPart(edit: OwnEdit, line: string): boolean {
  if (edit.kind === "write" || edit.new === edit.old) return false;
  return !edit.new.includes("\n") && isTelling(edit.new) && line.includes(edit.new);
}

function isTelling(part: string): boolean {
  return /(?:[\p{L}\p{N}].*){4}/u.test(part);
}

function count(lines: readonly string[], line: string): number {
  return lines.filter((one) => one === line).length;
}

function hasRemoved(edit: OwnEdit, line: string): boolean {
  // The whole file was written, without this line.
  if (edit.kind === "write") return !splitLines(edit.text).includes(line);
  return splitLines(edit.old).includes(line) && !splitLines(edit.new).includes(line);
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

function parseHunks(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of diff.split("\n")) {
    if (/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line)) hunks.push({ added: [], removed: [] });
    const text = line.slice(1).replace(/\r$/, "");
    if (line.startsWith("+")) hunks.at(-1)?.added.push(text);
    if (line.startsWith("-")) hunks.at(-1)?.removed.push(text);
  }
  return hunks;
}
