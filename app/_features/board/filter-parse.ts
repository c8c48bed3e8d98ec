import type { Card } from "#server/contracts/ticket.ts";
import type { StateWord } from "#server/contracts/words.ts";

export interface FilterToken {
  kind: "number" | "assignee" | "label" | "priority" | "is" | "column" | "text";
  value: string;
  isNegated: boolean;
}

const prefixes = {
  "label:": "label",
  "priority:": "priority",
  "is:": "is",
  "in:": "column",
} as const;

function parseToken(raw: string): FilterToken | null {
  const isNegated = raw.length > 1 && raw.startsWith("-");
  const word = isNegated ? raw.slice(1) : raw;
  if (/^#\d+$/.test(word)) return { kind: "number", value: word.slice(1), isNegated };
  if (word.startsWith("@"))
    return word.length > 1 ? { kind: "assignee", value: word.slice(1), isNegated } : null;
  for (const [prefix, kind] of Object.entries(prefixes)) {
    if (!word.toLowerCase().startsWith(prefix)) continue;
    const value = word.slice(prefix.length).replace(/^"|"$/g, "");
    return value === "" ? null : { kind, value, isNegated };
  }
  return { kind: "text", value: word.replace(/^"|"$/g, ""), isNegated };
}

/** `#42 @agent label:x priority:critical is:waits in:"In progress" -text` (ux 38). */
export function parseFilter(text: string): FilterToken[] {
  const words = text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
  return words.map(parseToken).filter((token) => token !== null);
}

/** Words people type for states, beside the states' own names. */
const isWords: Readonly<Record<string, readonly StateWord[]>> = {
  running: ["running", "starting"],
  waiting: ["waits"],
  waits: ["waits"],
  asks: ["asks"],
  stuck: ["stuck"],
  failed: ["failed"],
  review: ["to_review"],
  sleeping: ["sleeps"],
  sleeps: ["sleeps"],
  stopped: ["stopped"],
  interrupted: ["interrupted"],
  retrying: ["retrying"],
  done: ["done"],
  unmoved: ["not_moved"],
};

const same = (a: string, b: string) =>
  a.toLowerCase().replace(/\s/g, "") === b.toLowerCase().replace(/\s/g, "");

function isMatch(card: Card, { kind, value }: FilterToken): boolean {
  switch (kind) {
    case "number":
      return card.id === Number(value);
    case "assignee":
      return (
        card.assignedTo !== null && card.assignedTo.toLowerCase().startsWith(value.toLowerCase())
      );
    case "label":
      return card.labels.some((label) => same(label.name, value));
    case "priority":
      return card.priority.toLowerCase().startsWith(value.toLowerCase());
    case "column":
      return same(card.status, value);
    case "is":
      if (value.toLowerCase() === "unassigned") return card.assignedTo === null;
      return card.state !== null && (isWords[value.toLowerCase()] ?? []).includes(card.state.word);
    case "text":
      return `${card.id} ${card.title}`.toLowerCase().includes(value.toLowerCase());
  }
}

/** Every token must hold. */
export function matchesFilter(card: Card, tokens: readonly FilterToken[]): boolean {
  return tokens.every((token) => isMatch(card, token) !== token.isNegated);
}
