import type { DiffLine } from "./line-diff.ts";

const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Lines of a unified difference; null stands for lines left out between its parts. */
export function parseUnifiedDiff(text: string): (DiffLine | null)[] {
  const lines: (DiffLine | null)[] = [];
  let oldNumber = 1;
  let newNumber = 1;
  for (const line of text.split("\n")) {
    const found = head.exec(line);
    if (found) {
      oldNumber = Number(found[1]);
      newNumber = Number(found[2]);
      if (lines.length > 0 || oldNumber > 1) lines.push(null);
      continue;
    }
    const [sign, rest] = [line.slice(0, 1), line.slice(1)];
    if (sign === "+") {
      lines.push({ type: "added", text: rest, oldNumber: null, newNumber });
      newNumber += 1;
    } else if (sign === "-") {
      lines.push({ type: "removed", text: rest, oldNumber, newNumber: null });
      oldNumber += 1;
    } else if (sign === " ") {
      lines.push({ type: "same", text: rest, oldNumber, newNumber });
      oldNumber += 1;
      newNumber += 1;
    }
  }
  return lines;
}

/** Where the parts of a parsed difference begin, in their order. */
export function partStarts(lines: readonly (DiffLine | null)[]): number[] {
  return [...lines.keys()].filter(
    (index) => lines[index] !== null && (index === 0 || lines[index - 1] === null),
  );
}
