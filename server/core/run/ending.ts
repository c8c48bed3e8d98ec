import type { RunOutcome } from "#server/contracts/words.ts";
import type { Sentence } from "#server/contracts/why.ts";
import { momentText, say } from "../dispatch/sentence.ts";
import { backoffMs } from "./backoff.ts";

/** `lost` runs in a row without a stored event that count as poison (rule 2). */
const POISON_AFTER = 3;

/** A lost run is resumed this long after it was found lost. */
const LOST_WAKE_MS = 60_000;

/** What is known of a run when it ends. */
export interface EndingFacts {
  now: Date;
  agent: string;
  outcome: RunOutcome;
  /** A `stopped` run: who did it; a run withdrawn before it started was stopped by the system. */
  stoppedBy: { name: string; isPerson: boolean } | null;
  /** It reached `running`. */
  hasStarted: boolean;
  /** Commit, changed file, comment or child. */
  hasProgress: boolean;
  /** An init with its session id was seen, so it can be resumed. */
  hasSession: boolean;
  /** Nobody changed the ticket since the admission's own writes. */
  isUntouched: boolean;
  restoreStatusOnFail: boolean;
  /** The card still is in the column where the admission put or found it. */
  isCardUnmoved: boolean;
  /** Failures of (agent, ticket) since the last DONE or human touch, before this end. */
  failures: number;
  /** See `retryLimit`. */
  limit: number;
  backoff: { baseMs: number; maxMs: number };
  /** `budget_exceeded`: the day's cap refused a further step, not the run's own limit. */
  isDaysCap: boolean;
  /** `rate_limited`: when the login opens again. */
  resetsAt: Date | null;
  /** A question that waits for a person. */
  hasOpenQuestion: boolean;
  onLost: "resume" | "ask";
  /** `lost` runs of this pair in a row without a stored event, this one included. */
  lostInARow: number;
  /** Handle of the person to whom a stuck ticket is left; null = nobody is known. */
  owner: string | null;
  /** In [0, 1). */
  random01: number;
}

/** What an ended run owes. */
export interface Ending {
  isFailure: boolean;
  /** The pair's count after this end. */
  failures: number;
  /** Put the ticket back into the column it came from. */
  putBack: boolean;
  /** `owed_again`: its own firing; `retry` and `wake`: a new one. */
  next: { kind: "owed_again" | "retry" | "wake"; dueAt: Date } | null;
  /** DORMANT: what it waits for; `until` null = an event. */
  wakeOn: { kind: "limit" | "lost" | "budget" | "answer"; until: Date | null } | null;
  /** What holds the pair until a person acts. */
  holdPair: "stopped" | "stuck" | null;
  /** Move the ticket to the blocked-role column and name owner and needed action in a comment. */
  moveToBlocked: boolean;
  /** "Finished, not moved": a needs-you row. */
  isUnmoved: boolean;
  reason: Sentence;
  /** The comment on a blocked ticket: names the owner, the reason and what he can do. */
  note: Sentence | null;
}

/** Ends that say the agent did not do its work; the others are no failure (rule 2). */
const failingOutcomes: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "failed",
  "max_turns",
  "budget_exceeded",
  "timed_out",
  "stalled",
  "spawn_failed",
  "verify_failed",
]);

/** Outcomes that are tried again only when something was achieved. */
const needsProgress: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "max_turns",
  "timed_out",
  "budget_exceeded",
]);

/** The table of rule 2, read by outcome: what happens to the ticket and what comes next. */
export function decideEnding(facts: EndingFacts): Ending {
  const { agent, outcome } = facts;
  if (outcome === "stopped") return stopped(facts);
  const sleep = sleepOf(facts);
  if (sleep !== null) return sleeping(facts, sleep);
  if (outcome === "completed") {
    return {
      ...quiet,
      isUnmoved: facts.isCardUnmoved,
      reason: say(facts.isCardUnmoved ? "ending.not_moved" : "ending.completed", { agent }),
    };
  }
  if (outcome === "lost" && facts.lostInARow >= POISON_AFTER) {
    const reason = say("ending.poison", { agent, lost: facts.lostInARow });
    return { ...quiet, failures: facts.failures, ...stuck(facts.owner, reason) };
  }
  // A login that is closed without a time, or a lost run that cannot be resumed, is a failed try.
  return failed(facts);
}

const quiet = {
  isFailure: false,
  failures: 0,
  putBack: false,
  next: null,
  wakeOn: null,
  holdPair: null,
  moveToBlocked: false,
  isUnmoved: false,
  note: null,
} as const;

/** Nothing starts by itself any more: blocked column, and a comment that names whose turn it is. */
function stuck(owner: string | null, reason: Sentence) {
  const values = { owner: owner ?? "", reason: reason.text };
  const note = say(owner === null ? "ending.note" : "ending.note.owner", values);
  return { holdPair: "stuck", moveToBlocked: true, reason, note } as const;
}

function stopped({ failures, stoppedBy, agent }: EndingFacts): Ending {
  const isPerson = stoppedBy?.isPerson ?? false;
  return {
    ...quiet,
    failures,
    holdPair: isPerson ? "stopped" : null,
    reason: isPerson
      ? say("ending.stopped", { by: stoppedBy?.name ?? "", agent })
      : say("ending.withdrawn", { agent }),
  };
}

function sleepOf(facts: EndingFacts): NonNullable<Ending["wakeOn"]> | null {
  const { outcome, now } = facts;
  if (outcome === "rate_limited" && facts.resetsAt !== null) {
    return { kind: "limit", until: facts.resetsAt };
  }
  if (outcome === "lost" && facts.hasSession && facts.lostInARow < POISON_AFTER) {
    const until = facts.onLost === "ask" ? null : new Date(now.getTime() + LOST_WAKE_MS);
    return { kind: "lost", until };
  }
  if (outcome === "budget_exceeded" && facts.isDaysCap) return { kind: "budget", until: null };
  if (outcome === "completed" && facts.hasOpenQuestion) return { kind: "answer", until: null };
  return null;
}

function sleeping(facts: EndingFacts, wakeOn: NonNullable<Ending["wakeOn"]>): Ending {
  const { agent, failures, now } = facts;
  // Money is asked for again at once; the gate BUDGET_REACHED holds it until there is some.
  const dueAt = wakeOn.kind === "budget" ? now : wakeOn.until;
  return {
    ...quiet,
    failures,
    wakeOn,
    next: dueAt === null ? null : { kind: "wake", dueAt },
    reason: sleepReason(agent, wakeOn),
  };
}

function sleepReason(agent: string, { kind, until }: NonNullable<Ending["wakeOn"]>): Sentence {
  if (until !== null || kind === "limit") {
    return say("ending.sleeps", { agent, wake: until === null ? kind : momentText(until) });
  }
  return say(`ending.sleeps.${kind}`, { agent });
}

function failed(facts: EndingFacts): Ending {
  const { agent, outcome, now } = facts;
  const isStartFailure = !facts.hasStarted && failingOutcomes.has(outcome);
  const failures = facts.failures + 1;
  const isSpent = failures >= facts.limit;
  if (isSpent || (needsProgress.has(outcome) && !facts.hasProgress)) {
    const key = isSpent ? "ending.spent" : "ending.stuck";
    return {
      ...quiet,
      isFailure: true,
      failures,
      ...stuck(facts.owner, say(key, { agent, outcome, failures })),
    };
  }
  const pause = backoffMs(failures, facts.random01, facts.backoff);
  return {
    ...quiet,
    isFailure: true,
    failures,
    putBack: facts.isUntouched && (isStartFailure || facts.restoreStatusOnFail),
    next: {
      kind: isStartFailure ? "owed_again" : "retry",
      dueAt: new Date(now.getTime() + pause),
    },
    reason: say(isStartFailure ? "ending.owed" : "ending.retry", { agent, outcome }),
  };
}
