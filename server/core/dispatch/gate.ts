import type { GateCode } from "#server/contracts/words.ts";
import type { Sentence, SmallestChange } from "#server/contracts/why.ts";
import type { GateContext } from "./context.ts";

/** What a gate found. Values are short, for the table under Why. */
export interface Judgement {
  pass: boolean;
  expected: unknown;
  actual: unknown;
  /** When it passes by time alone. */
  until?: Date | null;
  since?: Date | null;
}

/** One check before a run is admitted. `sentence` and `change` are only asked where it refuses. */
export interface Gate {
  judge(context: GateContext): Judgement;
  sentence(context: GateContext): Sentence;
  /** The smallest change that makes this gate pass; null = nothing can be done. */
  change(context: GateContext): SmallestChange | null;
}

/** A gate that has nothing to say about this candidate. */
export const notApplicable: Judgement = { pass: true, expected: null, actual: null };

/** What a person's start skips and records as forced (rule 13). */
export const forceableGates: ReadonlySet<GateCode> = new Set<GateCode>([
  "CONTRACT_NOT_READY",
  "NOTHING_CHANGED",
  "LOOP_SUSPECTED",
  "BACKOFF",
  "RETRIES_SPENT",
  "SLEEPING",
  "BLOCKED",
  "STOPPED_BY_PERSON",
]);

/** Gates that pass with time: a person's start waits for them (202), by others it is refused (422). */
export const passingGates: ReadonlySet<GateCode> = new Set<GateCode>([
  "NOT_DUE",
  "DUPLICATE",
  "BACKOFF",
  "GROUP_BUSY",
  "EXCLUDED",
  "BUDGET_REACHED",
  "BUDGET_RESERVED",
  "BEING_EDITED",
  "PROVIDER_LIMIT",
  "RESERVED",
  "ENGINE_DOWN",
  "SLOTS_FULL",
  "REDIS_DOWN",
]);
