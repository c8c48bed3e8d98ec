/** The marks of a code fence that a text opens and does not close, else null. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const marks = fence?.[1];
    if (marks === undefined) continue;
    if (open === null) open = marks;
    else if (marks[0] === open[0] && marks.length >= open.length && fence?.[2]?.trim() === "")
      open = null;
  }
  return open;
}

/**
 * Closes a code fence that the text being written has opened, so that its lines are drawn as code
 * from the first one and nothing jumps when the closing fence arrives.
 */
export function closeFence(text: string): string {
  const open = openFence(text);
  if (open !== null) return `${text}\n${open}`;
  // A fence that is only half written would show as text for a moment.
  return text.replace(/\n(`{1,2}|~{1,2})$/, "\n");
}
