import type { OpenQuestion, TicketState } from "#server/contracts/ticket.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import type { ColumnRole, RunOutcome, RunState, StateWord } from "#server/contracts/words.ts";
import { momentText, say } from "../dispatch/sentence.ts";
import type { Sentence } from "#server/contracts/why.ts";

/** What one card's state line is made of. */
export interface StateFacts {
  now: Date;
  columnRole: ColumnRole;
  enteredColumnAt: Date;
  /** The oldest question that still waits for a person (open, or parked with its run ended). */
  question: OpenQuestion | null;
  /** The newest run of the ticket, active ones first. */
  run: StateRun | null;
  /** An owed retry or a firing whose start failed. */
  retry: { dueAt: Date; attempt: number; limit: number } | null;
  /** DORMANT of the newest run: see `Ending.wakeOn`. */
  sleep: { kind: string; until: Date | null } | null;
  /** Retries spent or no progress: waits for a person. */
  isStuck: boolean;
  /** From `explain`. */
  waits: WhyAnswer["waits"];
  /** A person's start or message is owed, or queued. */
  isQueued?: boolean;
  /** A parked run of the ticket that keeps its group. */
  holds?: TicketState["holds"];
  /** Who works in the session of one of its agents. */
  takenOver?: (NonNullable<TicketState["takenOver"]> & { since: Date }) | null;
}

export interface StateRun {
  id: string;
  agent: string;
  state: RunState;
  outcome: RunOutcome | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  stoppedBy: string | null;
  lastAction: string | null;
  error: string | null;
  failures: number;
  /** While queued: what keeps it from its place among several installations (rule 9). */
  held?: { gate: "SLOTS_FULL" | "REDIS_DOWN"; since: Date } | null;
  /** The card still is where the admission put or found it. */
  isCardUnmoved: boolean;
}

const crashed: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "spawn_failed",
  "verify_failed",
  "failed",
  "stalled",
]);

/** Gates whose refusal has a word of its own further down or up the list. */
const saidOtherwise = new Set([
  "NOTHING_CHANGED",
  "STOPPED_BY_PERSON",
  "RETRIES_SPENT",
  "SLEEPING",
]);

/**
 * The one word of a ticket and the reason after it (ux.md 14): the first that applies from the top.
 * null = nothing to say, the card has no state line.
 */
export function ticketState(facts: StateFacts): TicketState | null {
  for (const rule of rules) {
    const found = rule(facts);
    if (found !== null) return found;
  }
  return null;
}

type Rule = (facts: StateFacts) => TicketState | null;

/** A person has the session; what it asked before is between the two of them. */
const takenOver: Rule = (facts) => {
  const held = facts.takenOver ?? null;
  if (held === null || (facts.run !== null && facts.run.state !== "ended")) return null;
  const { by, agent, since } = held;
  return line(facts, "stopped", since, say("state.taken_over", { by, agent }));
};

/** What a person asked for goes before how the last run ended. */
const queued: Rule = (facts) => (facts.isQueued === true ? waits(facts) : null);

const asks: Rule = (facts) => {
  const { question, run } = facts;
  if (question === null) return null;
  const since = new Date(question.createdAt);
  return {
    ...line(facts, "asks", since, questionText(question)),
    runId: question.runId,
    question,
    agent: run?.agent ?? null,
  };
};

const failed: Rule = (facts) => {
  const run = endedRun(facts);
  if (run?.outcome == null || !crashed.has(run.outcome) || facts.retry !== null) return null;
  if (facts.columnRole === "done") return null;
  const values = { agent: run.agent, error: run.error ?? run.outcome };
  const reason =
    run.outcome === "failed"
      ? say("state.failed", values)
      : say(`state.failed.${crashWord(run.outcome)}`, values);
  return line(facts, "failed", endOf(run), reason);
};

const stuck: Rule = (facts) => {
  const run = endedRun(facts);
  if (run === null || !facts.isStuck || facts.retry !== null) return null;
  if (run.outcome === "completed" || run.outcome === "stopped") return null;
  return line(facts, "stuck", endOf(run), stuckText(run));
};

const interrupted: Rule = (facts) => {
  const run = endedRun(facts);
  if (run?.outcome !== "lost" || facts.isStuck) return null;
  const until = facts.sleep?.until ?? facts.retry?.dueAt ?? null;
  const reason =
    until === null
      ? say("state.interrupted", { agent: run.agent })
      : say("state.interrupted.resumes", { agent: run.agent, until: momentText(until) });
  return line(facts, "interrupted", endOf(run), reason);
};

const running: Rule = (facts) => {
  const { run } = facts;
  if (run === null || !["running", "awaiting_input", "ending"].includes(run.state)) return null;
  const since = run.startedAt ?? run.createdAt;
  if (run.state === "ending")
    return line(facts, "running", since, say("state.ending", { agent: run.agent }));
  const reason =
    run.lastAction === null
      ? say("state.running.agent", { agent: run.agent })
      : say("state.running", { action: run.lastAction });
  return line(facts, "running", since, reason);
};

/** Admitted, and without a place among several installations: it keeps its turn and can be withdrawn. */
const held: Rule = (facts) => {
  const { run } = facts;
  if (run?.state !== "queued" || !run.held) return null;
  const { gate, since } = run.held;
  const reason = say(`state.held.${gate}`, { agent: run.agent });
  return { ...line(facts, "waits", since, reason), gate };
};

const starting: Rule = (facts) => {
  const { run } = facts;
  if (run === null || !["queued", "starting", "verifying"].includes(run.state)) return null;
  return line(facts, "starting", run.createdAt, say("state.starting", { agent: run.agent }));
};

const retrying: Rule = (facts) => {
  const { retry, run } = facts;
  if (retry === null) return null;
  const reason = say("state.retrying", {
    attempt: retry.attempt,
    limit: retry.limit,
    until: momentText(retry.dueAt),
  });
  return line(facts, "retrying", run?.endedAt ?? facts.enteredColumnAt, reason);
};

const sleeps: Rule = (facts) => {
  const { sleep, run } = facts;
  // A sleep whose time has come is over: what still holds it is a gate's to say.
  if (sleep === null || (sleep.until !== null && sleep.until.getTime() <= facts.now.getTime())) {
    return null;
  }
  return line(facts, "sleeps", run?.endedAt ?? facts.enteredColumnAt, sleepText(sleep));
};

const waits: Rule = (facts) => {
  const { waits: reason } = facts;
  if (reason === null || saidOtherwise.has(reason.code)) return null;
  return {
    ...line(facts, "waits", new Date(reason.since), reason.sentence),
    gate: reason.code,
    place: reason.place,
    runId: null,
  };
};

const finished: Rule = (facts) => {
  const run = endedRun(facts);
  if (run?.outcome !== "completed") return null;
  const word = finishedWord(facts.columnRole, run.isCardUnmoved);
  return line(facts, word, endOf(run), say(`state.${word}`, { agent: run.agent }));
};

const stopped: Rule = (facts) => {
  const run = endedRun(facts);
  if (run?.outcome !== "stopped" || facts.columnRole === "done") return null;
  return line(
    facts,
    "stopped",
    endOf(run),
    say("state.stopped", { by: run.stoppedBy ?? "system" }),
  );
};

const rules: Rule[] = [
  takenOver,
  asks,
  queued,
  failed,
  stuck,
  interrupted,
  running,
  held,
  starting,
  retrying,
  sleeps,
  waits,
  finished,
  stopped,
];

function line(facts: StateFacts, word: StateWord, since: Date, reason: Sentence): TicketState {
  return {
    word,
    reason,
    since: since.toISOString(),
    runId: facts.run?.id ?? null,
    agent: facts.run?.agent ?? null,
    gate: null,
    place: null,
    question: null,
    isQueued: facts.isQueued ?? false,
    holds: facts.holds ?? null,
    takenOver: facts.takenOver
      ? { runId: facts.takenOver.runId, agent: facts.takenOver.agent, by: facts.takenOver.by }
      : null,
  };
}

function endedRun({ run }: StateFacts): StateRun | null {
  return run?.state === "ended" ? run : null;
}

function endOf(run: StateRun): Date {
  return run.endedAt ?? run.createdAt;
}

function crashWord(outcome: RunOutcome): "spawn_failed" | "verify_failed" | "stalled" {
  return outcome === "spawn_failed" || outcome === "verify_failed" ? outcome : "stalled";
}

function finishedWord(
  role: ColumnRole,
  isCardUnmoved: boolean,
): "to_review" | "done" | "not_moved" {
  if (role === "review") return "to_review";
  return role === "done" || !isCardUnmoved ? "done" : "not_moved";
}

function stuckText(run: StateRun): Sentence {
  const { agent, outcome, failures } = run;
  if (outcome === "max_turns" || outcome === "timed_out" || outcome === "budget_exceeded") {
    return say(`state.stuck.${outcome}`, { agent });
  }
  return failures > 1
    ? say("state.stuck.retries", { agent, failures })
    : say("state.stuck", { agent });
}

function sleepText(sleep: { kind: string; until: Date | null }): Sentence {
  if (sleep.until === null) {
    const { kind } = sleep;
    return kind === "answer" || kind === "budget" || kind === "children"
      ? say(`state.sleeps.${kind}`)
      : say("state.sleeps.wake", { wake: kind });
  }
  const until = momentText(sleep.until);
  return sleep.kind === "limit"
    ? say("state.sleeps.limit", { until })
    : say("state.sleeps.until", { until });
}

/** The question itself, from the agent's own words. */
function questionText(question: OpenQuestion): Sentence {
  const { payload, kind } = question;
  if (kind === "plan") return say("state.plan");
  if (kind === "permission") {
    const tool = payload["tool"] ?? payload["toolName"] ?? payload["tool_name"];
    return say("state.permission", {
      action: typeof tool === "string" ? `use ${tool}` : "do something",
    });
  }
  return say("state.asks", { question: firstQuestion(payload["questions"]) });
}

function firstQuestion(questions: unknown): string {
  const first: unknown = Array.isArray(questions) ? questions[0] : null;
  const text =
    typeof first === "object" && first !== null && "question" in first ? first.question : null;
  return typeof text === "string" ? text : "asks something";
}
