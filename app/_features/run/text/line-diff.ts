/** Lines of an edit, with their numbers in the old and the new text (from 1; null where absent). */
export interface DiffLine {
  type: "same" | "added" | "removed";
  text: string;
  oldNumber: number | null;
  newNumber: number | null;
}

export interface DiffCount {
  added: number;
  removed: number;
}

/** Beyond this many comparisons the middle is shown as wholly replaced: still right, only coarser. */
const maxCells = 400_000;

/** The shortest list of removed and added lines that turns `before` into `after`. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitLines(before);
  const fresh = splitLines(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, fresh.length) - start;
  while (end < room && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  const push = (type: DiffLine["type"], text: string) => {
    if (type !== "added") oldNumber += 1;
    if (type !== "removed") newNumber += 1;
    lines.push({
      type,
      text,
      oldNumber: type === "added" ? null : oldNumber,
      newNumber: type === "removed" ? null : newNumber,
    });
  };
  for (const text of old.slice(0, start)) push("same", text);
  const middle = diffMiddle(
    old.slice(start, old.length - end),
    fresh.slice(start, fresh.length - end),
  );
  for (const [type, text] of middle) push(type, text);
  for (const text of old.slice(old.length - end)) push("same", text);
  return lines;
}

export function countDiff(lines: readonly DiffLine[]): DiffCount {
  return {
    added: lines.filter((line) => line.type === "added").length,
    removed: lines.filter((line) => line.type === "removed").length,
  };
}

/** Keeps `context` lines around each change; `null` stands for lines left out. */
export function foldDiff(lines: readonly DiffLine[], context: number): (DiffLine | null)[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.type === "same") return;
    isNear.fill(1, Math.max(0, index - context), Math.min(lines.length, index + context + 1));
  });
  const folded: (DiffLine | null)[] = [];
  lines.forEach((line, index) => {
    if (isNear[index] === 1) folded.push(line);
    else if (folded.at(-1) !== null) folded.push(null);
  });
  return folded;
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function diffMiddle(
  old: readonly string[],
  fresh: readonly string[],
): [DiffLine["type"], string][] {
  const replaced = (): [DiffLine["type"], string][] => [
    ...old.map((text): [DiffLine["type"], string] => ["removed", text]),
    ...fresh.map((text): [DiffLine["type"], string] => ["added", text]),
  ];
  const width = fresh.length + 1;
  if (old.length === 0 || fresh.length === 0 || (old.length + 1) * width > maxCells)
    return replaced();
  // lengths[i][j]: longest common subsequence of old[i…] and fresh[j…].
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const result: [DiffLine["type"], string][] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const left = old[i];
    const right = fresh[j];
    if (left !== undefined && left === right) {
      result.push(["same", left]);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      result.push(["removed", left]);
      i += 1;
    } else if (right !== undefined) {
      result.push(["added", right]);
      j += 1;
    }
  }
  return result;
}
