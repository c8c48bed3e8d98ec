import type { Sentence } from "#server/contracts/why.ts";
import type { FiringCause } from "#server/contracts/words.ts";
import { say } from "./sentence.ts";
import type { SentenceKey } from "./sentence-texts.ts";

/** Why a run started (ux.md 22). */
export interface CauseFacts {
  cause: FiringCause;
  /** Name of the person, agent or rule behind it. */
  actor: string;
  /** Name of the rule; null = none. */
  rule: string | null;
  /** Number or short id of the run whose session it resumes. */
  resumesRun: string | null;
  agent?: string | null;
  skillVersion?: number | null;
  /** Where a person's or agent's move put the ticket, when that made the rule select it. */
  movedTo?: string | null;
  triggerType?: string | null;
}

/**
 * "Sam commented · rule owner-feedback · resumes session of run 298 · skill v4". The key names the first
 * part; the rest follows from the values `rule`, `run` and `skill` that are not empty, as
 * `cause.part.rule`, `cause.part.resumes`, `cause.part.skill`.
 */
export function causeSentence(facts: CauseFacts): Sentence {
  const values = {
    actor: facts.actor,
    agent: facts.agent ?? "the agent",
    column: facts.movedTo ?? "",
    rule: facts.rule ?? "",
    run: facts.resumesRun ?? "",
    skill: facts.skillVersion ?? "",
  };
  const first = say(firstKey(facts), values);
  const parts = [first.text];
  if (facts.rule !== null) parts.push(say("cause.part.rule", values).text);
  if (facts.resumesRun !== null) parts.push(say("cause.part.resumes", values).text);
  if (values.skill !== "") parts.push(say("cause.part.skill", values).text);
  return { ...first, text: parts.join(" · ") };
}

function firstKey(facts: CauseFacts): SentenceKey {
  if (facts.cause !== "trigger") return `cause.${facts.cause}`;
  if (facts.triggerType === "ticketCommentAdded") return "cause.commented";
  return facts.movedTo ? "cause.moved" : "cause.trigger";
}
