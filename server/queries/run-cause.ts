import type { Sentence } from "#server/contracts/why.ts";
import type { FiringCause } from "#server/contracts/words.ts";
import { causeSentence } from "#server/core/dispatch/cause.ts";
import type { PackedGate } from "#server/core/dispatch/packed-gates.ts";

/** What `Run.causeText` holds, frozen at admission (ux 22). */
export interface CauseText {
  /** Slug of the person, agent or automation whose act made it start. */
  actor: string;
  actorKind: string;
  /** ISO time of that act. */
  at: string;
  /** Name of the automation whose rule applied; null for a start without one. */
  rule: string | null;
  triggerType: string | null;
  /** Column into which a move put the ticket, where that made the rule select it. */
  movedTo: string | null;
  /** The gates as they stood; absent on runs that no gate was asked for. */
  gates?: PackedGate[];
}

/** The one line "why did this start". */
export function sentenceOfCause(run: {
  cause: string;
  causeText: unknown;
  agent: string;
  previousRunId: string | null;
  skillVersion: number | null;
}): Sentence {
  const facts = run.causeText as CauseText;
  return causeSentence({
    cause: run.cause as FiringCause,
    actor: facts.actor,
    rule: facts.rule,
    resumesRun: run.previousRunId?.slice(0, 8) ?? null,
    agent: run.agent,
    skillVersion: run.skillVersion,
    movedTo: facts.movedTo,
    triggerType: facts.triggerType,
  });
}
