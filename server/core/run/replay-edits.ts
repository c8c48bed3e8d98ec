/** One edit of a file by an agent's own tool; `write` replaces the whole content. */
export type OwnEdit =
  { kind: "write"; text: string } | { kind: "replace"; old: string; new: string; isAll: boolean };

/**
 * What a file would be had only these edits been made to it, in their order. Null: an edit does not
 * fit, so something else has changed the file in between where the edit is, or the edit is not whole.
 */
export function replayEdits(text: string | null, edits: readonly OwnEdit[]): string | null {
  let now = text;
  for (const edit of edits) {
    now = edit.kind === "write" ? edit.text : replace(now, edit);
    if (now === null) return null;
  }
  return now;
}

function replace(
  text: string | null,
  { old, new: next, isAll }: { old: string; new: string; isAll: boolean },
): string | null {
  // The tool makes a file this way, and fills an empty one.
  if (old === "") return text === null || text === "" ? next : null;
  if (text === null) return null;
  const parts = text.split(old);
  if (parts.length < 2 || (parts.length > 2 && !isAll)) return null;
  return parts.join(next);
}
