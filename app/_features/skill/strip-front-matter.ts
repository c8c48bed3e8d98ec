/** The Markdown of a skill without the YAML block at its start, for the preview. */
export function stripFrontMatter(text: string): string {
  const match = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  return match === null ? text : text.slice(match[0].length);
}

/** The line of a key in the YAML block, from 1; a remark is shown there. */
export function lineOfKey(text: string, path: string): number {
  const key = path.split(/[.[]/, 1)[0] ?? "";
  const index = text.split("\n").findIndex((line) => key !== "" && line.startsWith(`${key}:`));
  return index === -1 ? 1 : index + 1;
}
