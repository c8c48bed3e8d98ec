/** What stands between an @ and the cursor, when a name is being written there. */
export interface OpenMention {
  /** Place of the @. */
  from: number;
  /** What was typed after it. */
  query: string;
}

/** The name being written at the cursor; null when none is. An @ inside a word is no name. */
export function openMention(text: string, caret: number): OpenMention | null {
  const match = /(?:^|[^\w@-])@([\w-]*)$/.exec(text.slice(0, caret));
  if (match === null) return null;
  const query = match[1] ?? "";
  return { from: caret - query.length - 1, query };
}

/** The text with the name put in, and where the cursor goes. */
export function putMention(
  text: string,
  caret: number,
  open: OpenMention,
  slug: string,
): { text: string; caret: number } {
  const after = text.slice(caret);
  const name = `@${slug}${after.startsWith(" ") ? "" : " "}`;
  return {
    text: text.slice(0, open.from) + name + after,
    caret: open.from + slug.length + 2,
  };
}

/** Whole handles a text names, in small letters, each once. */
export function namedIn(text: string): string[] {
  const found = [...text.matchAll(/(?:^|[^\w@-])@([a-z0-9][a-z0-9-]*)/gi)];
  return [...new Set(found.flatMap((match) => match[1]?.toLowerCase() ?? []))];
}
