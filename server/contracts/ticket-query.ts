import { priorities } from "./words.ts";
import type { StateWord } from "./words.ts";

/** A done column shows what came in during this time; older tickets are archived (ux 38). */
export const ARCHIVE_AFTER_MS = 14 * 24 * 3_600_000;

export interface QueryToken {
  kind:
    | "number"
    | "assignee"
    | "label"
    | "priority"
    | "by"
    | "is"
    | "column"
    | "since"
    | "until"
    | "text";
  value: string;
  isNegated: boolean;
  /** Place in the text, with the dash and the quotes. */
  start: number;
  end: number;
}

/** A token that can not be understood: what it is about and where it stands. */
export interface QueryProblem {
  kind: "is" | "priority" | "date" | "number";
  word: string;
  start: number;
  end: number;
}

export interface TicketQuery {
  tokens: QueryToken[];
  problems: QueryProblem[];
}

const prefixes = [
  ["label:", "label"],
  ["priority:", "priority"],
  ["by:", "by"],
  ["is:", "is"],
  ["in:", "column"],
  ["@", "assignee"],
  ["#", "number"],
  [">", "since"],
  ["<", "until"],
] as const;

/** Words people type for states, beside the states' own names. */
const stateAliases: Readonly<Record<string, readonly StateWord[]>> = {
  running: ["running", "starting"],
  starting: ["starting"],
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

const otherFlags = ["unassigned", "archived", "deleted"] as const;

/** Every word that may follow `is:`. */
export const isWords: readonly string[] = [...Object.keys(stateAliases), ...otherFlags];

/** The states an `is:` token means; empty for the words that are about no state. */
export function statesOf(token: QueryToken): readonly StateWord[] {
  return token.kind === "is" ? (stateAliases[token.value.toLowerCase()] ?? []) : [];
}

/** True for a token `is:<word>`. */
export function isFlag(token: QueryToken, word: (typeof otherFlags)[number]): boolean {
  return token.kind === "is" && token.value.toLowerCase() === word;
}

/** Stored numbers of the priorities a `priority:` token means; a beginning is enough. */
export function prioritiesOf(value: string): number[] {
  return priorities.flatMap((name, index) =>
    name.toLowerCase().startsWith(value.toLowerCase()) ? [index] : [],
  );
}

/** Names are compared without case and blanks: `in:inprogress` is "In progress". */
export const comparable = (name: string): string => name.toLowerCase().replace(/\s/g, "");

/** First moment of the day of a date token, UTC; null when it is no date. */
export function dayOf(value: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const day = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? day : null;
}

function problemOf(token: QueryToken): QueryProblem["kind"] | null {
  const { kind, value } = token;
  if (kind === "is") return isWords.includes(value.toLowerCase()) ? null : "is";
  if (kind === "priority") return prioritiesOf(value).length > 0 ? null : "priority";
  if (kind === "since" || kind === "until") return dayOf(value) === null ? "date" : null;
  if (kind === "number") return /^\d{1,9}$/.test(value) ? null : "number";
  return null;
}

function parseWord(raw: string, start: number): QueryToken | null {
  const isNegated = raw.length > 1 && raw.startsWith("-");
  const word = isNegated ? raw.slice(1) : raw;
  const found = prefixes.find(([prefix]) => word.toLowerCase().startsWith(prefix));
  const [prefix, kind] = found ?? (["", "text"] as const);
  const value = word.slice(prefix.length).replaceAll('"', "");
  return value === "" ? null : { kind, value, isNegated, start, end: start + raw.length };
}

/**
 * `#42 @agent label:x priority:critical by:owner >2026-01-01 <2026-02-01 is:waiting in:"In progress"
 * -label:y "a phrase" text` (ux 38). Every token must hold. A prefix without a value is still being
 * typed and is left out; a token that can not be understood is a problem and no token.
 */
export function parseQuery(text: string): TicketQuery {
  const query: TicketQuery = { tokens: [], problems: [] };
  for (const match of text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)) {
    const token = parseWord(match[0], match.index);
    if (!token) continue;
    const kind = problemOf(token);
    if (kind === null) query.tokens.push(token);
    else query.problems.push({ kind, word: match[0], start: token.start, end: token.end });
  }
  return query;
}

/** Whether a ticket of a column is archived: it came into a done column more than 14 days ago. */
export function isArchived(role: string, enteredColumnAt: string | Date, now: Date): boolean {
  return role === "done" && new Date(enteredColumnAt).getTime() < now.getTime() - ARCHIVE_AFTER_MS;
}
