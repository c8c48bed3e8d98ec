import { stripFrontMatter } from "./front-matter.ts";
import { firstCharacters, oneLine } from "./one-line.ts";

export { stripFrontMatter };

const TITLE_CHARACTERS = 500;

export interface PromptTicket {
  number: number;
  title: string;
}

/** What a resumed run is told, in the order in which causes speak (rule 31). */
export type PromptCause =
  /** A person's own words to the agent (composer, steer after the end). */
  | { kind: "message"; name: string; text: string }
  | { kind: "owner_comment" }
  | { kind: "answer"; question: string; answer: string }
  /** Names of the authors, as people see them. */
  | { kind: "comment"; names: string[] }
  | { kind: "children"; digest: string }
  | { kind: "dependency"; number: number }
  | { kind: "retry"; outcome: string; missing: string[] }
  | { kind: "woken"; reason: string }
  | { kind: "given_back" }
  | { kind: "again" };

export type PromptInput =
  | {
      kind: "fresh";
      /** Text of the skill file, front matter and all. */
      skill: string;
      preamble?: string | null;
      memory?: string | null;
      /** Slug, for `{agent}` in the preamble. */
      agent?: string;
      /** null: a run without a ticket, which gets the action's `context` instead. */
      ticket: PromptTicket | null;
      context?: string | null;
      /** A pair that has worked before and begins anew (rules 12, 29, 30): what is known of that. */
      before?: { digest: string | null; causes: PromptCause[] };
    }
  | {
      kind: "resume";
      ticket: PromptTicket;
      causes: PromptCause[];
      /** The change of the skill, where the project sends it (rule 30, ux.md 13). */
      skillChange?: string | null;
    };

/**
 * The prompt of a run, byte for byte (engine.md §4). Fresh: preamble, memory and skill without front
 * matter, each one blank line apart, then the focus line; where the pair has worked before, then the
 * digest of that and what it was woken for. Resumed: the form of its first cause, then the second line
 * of every other. It travels on stdin and ends without a newline.
 */
export function buildPrompt(input: PromptInput): string {
  return input.kind === "fresh" ? freshPrompt(input) : resumePrompt(input);
}

/** The title is one line of at most 500 characters (S-21). */
function titleOf(ticket: PromptTicket): string {
  return firstCharacters(oneLine(ticket.title), TITLE_CHARACTERS);
}

function freshPrompt(input: Extract<PromptInput, { kind: "fresh" }>): string {
  const { agent } = input;
  const preamble =
    agent === undefined ? input.preamble : input.preamble?.replaceAll("{agent}", agent);
  const last =
    input.ticket === null
      ? input.context
      : `Focus on ticket #${input.ticket.number}: ${titleOf(input.ticket)}`;
  return [preamble, input.memory, stripFrontMatter(input.skill), last, ...beforeParts(input)]
    .map((part) => (part ?? "").replace(/(?:[ \t]*\r?\n)+$/, ""))
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Only what a person or the board said is repeated: a fresh session has no "where you stopped". */
function beforeParts({ before, ticket }: Extract<PromptInput, { kind: "fresh" }>): string[] {
  if (!before || ticket === null) return [];
  const digest =
    before.digest === null
      ? []
      : [
          `You worked on this ticket before, in a conversation that is closed. What is known of it:\n${before.digest}`,
        ];
  const told = before.causes.filter(
    (cause) => cause.kind !== "woken" && cause.kind !== "given_back",
  );
  return told.length === 0 ? digest : [...digest, causeLines(ticket, told)];
}

const causeOrder = [
  "message",
  "owner_comment",
  "answer",
  "comment",
  "children",
  "dependency",
  "retry",
  "woken",
  "given_back",
  "again",
] as const satisfies readonly PromptCause["kind"][];

function resumePrompt(input: Extract<PromptInput, { kind: "resume" }>): string {
  const causes = input.causes.length === 0 ? [{ kind: "again" } as const] : input.causes;
  const prompt = causeLines(input.ticket, causes);
  const change = input.skillChange ?? "";
  return change === "" ? prompt : `${change.replace(/\s+$/, "")}\n\n${prompt}`;
}

/** Both lines of the first cause in order, then the second line of every further one. */
function causeLines(ticket: PromptTicket, causes: readonly PromptCause[]): string {
  const ordered = causes.toSorted(
    (a, b) => causeOrder.indexOf(a.kind) - causeOrder.indexOf(b.kind),
  );
  const forms = ordered.map((cause) => formOf(cause, `#${ticket.number}`, titleOf(ticket)));
  const lines = [forms[0]?.[0] ?? ""];
  for (const [, second] of forms) if (!lines.includes(second)) lines.push(second);
  return lines.join("\n");
}

function formOf(cause: PromptCause, ticket: string, title: string): [string, string] {
  switch (cause.kind) {
    case "message":
      return [`${oneLine(cause.name)} wrote to you about ticket ${ticket}: ${title}`, cause.text];
    case "owner_comment":
      return [
        `The owner has posted feedback on ticket ${ticket}: ${title}`,
        "Read ALL owner comments on this ticket and address them.",
      ];
    case "answer":
      return [
        `Your question on ticket ${ticket} was answered: ${title}`,
        `${oneLine(cause.question)} → ${oneLine(cause.answer)}`,
      ];
    case "comment":
      return [
        `${nameList(cause.names)} posted on ticket ${ticket}: ${title}`,
        "Read all comments since your last run and address them.",
      ];
    case "children":
      return [`The sub-tickets of ticket ${ticket} have ended: ${title}`, cause.digest];
    case "dependency":
      return [
        `Ticket #${cause.number}, which blocked ticket ${ticket}, is done: ${title}`,
        "Continue.",
      ];
    case "retry":
      return [
        `Your last run on ticket ${ticket} ended early (${cause.outcome}): ${title}`,
        cause.missing.length === 0
          ? "Continue."
          : `Missing: ${cause.missing.map(oneLine).join(", ")}. Continue.`,
      ];
    case "woken":
      return [
        `Your run on ticket ${ticket} was paused (${cause.reason}): ${title}`,
        "Continue where you stopped.",
      ];
    case "given_back":
      return [
        `Ticket ${ticket} was given to you again: ${title}`,
        "The owner worked in this session; look at the last turns first.",
      ];
    case "again":
      return [
        `Ticket ${ticket} was given to you again: ${title}`,
        "Read what changed since your last run and continue.",
      ];
  }
}

/** "qa has", "qa and docs have". */
function nameList(names: readonly string[]): string {
  const unique = [...new Set(names.map(oneLine))];
  if (unique.length < 2) return `${unique[0] ?? "Somebody"} has`;
  return `${unique.slice(0, -1).join(", ")} and ${unique.at(-1) ?? ""} have`;
}
