import { stripFrontMatter } from "./front-matter.ts";

export { stripFrontMatter };

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
 * matter, each one blank line apart, then the focus line. Resumed: the form of its first cause, then
 * the second line of every other. It travels on stdin and ends without a newline.
 */
export function buildPrompt(input: PromptInput): string {
  return input.kind === "fresh" ? freshPrompt(input) : resumePrompt(input);
}

/** Title as one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, " ");
}

function freshPrompt(input: Extract<PromptInput, { kind: "fresh" }>): string {
  const { agent } = input;
  const preamble =
    agent === undefined ? input.preamble : input.preamble?.replaceAll("{agent}", agent);
  const last =
    input.ticket === null
      ? input.context
      : `Focus on ticket #${input.ticket.number}: ${oneLine(input.ticket.title)}`;
  return [preamble, input.memory, stripFrontMatter(input.skill), last]
    .map((part) => (part ?? "").replace(/(?:[ \t]*\r?\n)+$/, ""))
    .filter((part) => part !== "")
    .join("\n\n");
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
  const ordered = input.causes.toSorted(
    (a, b) => causeOrder.indexOf(a.kind) - causeOrder.indexOf(b.kind),
  );
  const forms = (ordered.length === 0 ? [{ kind: "again" } as const] : ordered).map((cause) =>
    formOf(cause, `#${input.ticket.number}`, oneLine(input.ticket.title)),
  );
  const [first] = forms;
  const lines = [first?.[0] ?? ""];
  for (const [, second] of forms) if (!lines.includes(second)) lines.push(second);
  const prompt = lines.join("\n");
  const change = input.skillChange ?? "";
  return change === "" ? prompt : `${change.replace(/\s+$/, "")}\n\n${prompt}`;
}

function formOf(cause: PromptCause, ticket: string, title: string): [string, string] {
  switch (cause.kind) {
    case "message":
      return [`${cause.name} wrote to you about ticket ${ticket}: ${title}`, cause.text];
    case "owner_comment":
      return [
        `The owner has posted feedback on ticket ${ticket}: ${title}`,
        "Read ALL owner comments on this ticket and address them.",
      ];
    case "answer":
      return [
        `Your question on ticket ${ticket} was answered: ${title}`,
        `${cause.question} → ${cause.answer}`,
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
          : `Missing: ${cause.missing.join(", ")}. Continue.`,
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
  const unique = [...new Set(names)];
  if (unique.length < 2) return `${unique[0] ?? "Somebody"} has`;
  return `${unique.slice(0, -1).join(", ")} and ${unique.at(-1) ?? ""} have`;
}
