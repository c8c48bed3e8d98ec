import { countDiff, diffLines, type DiffCount, type DiffLine } from "../text/line-diff.ts";
import { inputText } from "../transcript/tool-kind.ts";

export interface EditDiff {
  path: string;
  parts: readonly (readonly DiffLine[])[];
  count: DiffCount;
}

/** The lines an Edit, MultiEdit, Write or NotebookEdit changes, from its own arguments; null when they have another shape. */
export function editDiff(input: unknown): EditDiff | null {
  const path = inputText(input, "file_path", "notebook_path");
  if (path === null) return null;
  const parts = editsOf(input).map(([before, after]) => diffLines(before, after));
  if (parts.length === 0) return null;
  const count = parts
    .map(countDiff)
    .reduce(
      (sum, part) => ({ added: sum.added + part.added, removed: sum.removed + part.removed }),
      { added: 0, removed: 0 },
    );
  return { path, parts, count };
}

function editsOf(input: unknown): [string, string][] {
  const content = inputText(input, "content", "new_source");
  if (content !== null) return [["", content]];
  const list: unknown =
    typeof input === "object" && input !== null ? Reflect.get(input, "edits") : null;
  const edits: unknown[] = Array.isArray(list) ? list : [input];
  return edits.flatMap((edit): [string, string][] => {
    const before = inputText(edit, "old_string");
    const after = inputText(edit, "new_string");
    return before === null || after === null ? [] : [[before, after]];
  });
}
