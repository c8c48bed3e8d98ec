import { isWords } from "#server/contracts/ticket-query.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";

const quoted = (name: string) => (/\s/.test(name) ? `"${name}"` : name);

/** The token that means a column, whatever its name. */
export const inColumn = (name: string): string => `in:${quoted(name)}`;

export interface Suggestion {
  /** What is written in place of the word at the caret. */
  text: string;
  /** A word of the catalogue for a kind of token, or the name it stands for. */
  about: TokenName | null;
  hint: string | null;
}

export const tokenNames = [
  "number",
  "assignee",
  "label",
  "priority",
  "by",
  "is",
  "column",
  "since",
  "until",
] as const;
export type TokenName = (typeof tokenNames)[number];

const starts: Record<TokenName, string> = {
  number: "#",
  assignee: "@",
  label: "label:",
  priority: "priority:",
  by: "by:",
  is: "is:",
  column: "in:",
  since: ">",
  until: "<",
};

export interface Word {
  text: string;
  start: number;
  end: number;
}

/** The word the caret stands in or behind; an empty one after a blank. */
export function wordAt(text: string, caret: number): Word {
  for (const match of text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)) {
    const end = match.index + match[0].length;
    if (match.index < caret && caret <= end) return { text: match[0], start: match.index, end };
  }
  return { text: "", start: caret, end: caret };
}

const most = 8;

function valuesOf(kind: TokenName, board: Board): { name: string; hint: string | null }[] {
  const named = (name: string, hint: string | null = null) => ({ name, hint });
  switch (kind) {
    case "assignee":
      return board.members.map(({ slug, name }) => named(slug, name));
    case "by":
      return board.members.map(({ slug, name }) => named(slug, name));
    case "label":
      return board.labels.map(({ name }) => named(name));
    case "column":
      return board.columns.map(({ name }) => named(name));
    case "priority":
      return priorities.toReversed().map((name) => named(name.toLowerCase()));
    case "is":
      return isWords.map((name) => named(name));
    case "number":
    case "since":
    case "until":
      return [];
  }
}

/** What may stand at the caret: kinds of tokens first, then the values of the kind that is begun (ux 38). */
export function suggest(text: string, caret: number, board: Board): Suggestion[] {
  const word = wordAt(text, caret);
  const isNegated = word.text.startsWith("-");
  const typed = (isNegated ? word.text.slice(1) : word.text).toLowerCase().replaceAll('"', "");
  const dash = isNegated ? "-" : "";
  const kind = tokenNames.find((name) => typed.startsWith(starts[name]));
  if (kind !== undefined) {
    const rest = typed.slice(starts[kind].length);
    return valuesOf(kind, board)
      .filter(({ name, hint }) => `${name}\n${hint ?? ""}`.toLowerCase().includes(rest))
      .toSorted(
        (a, b) =>
          Number(b.name.toLowerCase().startsWith(rest)) -
          Number(a.name.toLowerCase().startsWith(rest)),
      )
      .map(({ name, hint }) => ({
        text: `${dash}${starts[kind]}${quoted(name)}`,
        about: null,
        hint: hint === name ? null : hint,
      }))
      .filter((one) => one.text !== word.text)
      .slice(0, most);
  }
  return tokenNames
    .filter((name) => starts[name].startsWith(typed))
    .map((name) => ({ text: `${dash}${starts[name]}`, about: name, hint: null }));
}

/** The text with the word at the caret replaced, and where the caret stands then. */
export function accept(
  text: string,
  caret: number,
  suggestion: Suggestion,
): { text: string; caret: number } {
  const { start, end } = wordAt(text, caret);
  // A whole token is followed by a blank; a kind waits for its value.
  const blank = suggestion.about === null && text[end] !== " " ? " " : "";
  const before = text.slice(0, start) + suggestion.text + blank;
  return {
    text: before + text.slice(end),
    caret: before.length + (suggestion.about === null && blank === "" ? 1 : 0),
  };
}
