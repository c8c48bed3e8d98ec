import type { PairFacts } from "#server/core/dispatch/snapshot.ts";
import { retryLimit } from "#server/core/run/backoff.ts";
import type { RunRow, Touch } from "./ticket-rows.ts";

/** Outcomes that count as a failed try (rule 2). */
const failures = new Set<string>([
  "failed",
  "stalled",
  "spawn_failed",
  "verify_failed",
  "max_turns",
  "timed_out",
  "budget_exceeded",
]);
/** Of these, the ones that are final at once when the run achieved nothing (rule 2). */
const finalWithoutProgress = new Set<string>(["max_turns", "timed_out", "budget_exceeded"]);
/** `maxConsecutiveRuns` where no automation says otherwise (rule 2). */
export const DEFAULT_TRIES = 5;
/** `lost` this often in a row without a stored event is poison (rule 2). */
const MAX_LOST = 3;

export interface PairSource {
  automationIds: string[];
  agents: string[];
  /** `maxConsecutiveRuns` by automation; absent = the usual. */
  triesOf: Record<string, number>;
  /** What automations without a runAgent did, by automation: revision of the newest act. */
  acts: Record<string, number>;
  /** Runs of the ticket, newest first. */
  runs: RunRow[];
  touches: Touch[];
  owed: { agent: string | null; cause: string; dueAt: Date; payload: unknown }[];
  /** Sessions a person works in. */
  taken: { agent: string; by: string; at: Date }[];
}

/** Facts by agent for one ticket, for every agent that ran here or could. */
export function buildPairFacts(source: PairSource): Record<string, PairFacts> {
  const agents = new Set([
    ...source.agents,
    ...source.runs.map((run) => run.agent),
    ...source.taken.map((session) => session.agent),
  ]);
  const lastAdmittedRevision = { ...source.acts, ...admittedRevisions(source.runs) };
  return Object.fromEntries(
    [...agents].map((agent) => [agent, pairOf(agent, source, lastAdmittedRevision)]),
  );
}

/** A run that ended before `running` does not count (rule 2). */
function admittedRevisions(runs: RunRow[]): Record<string, number> {
  const newest: Record<string, number> = {};
  for (const run of runs) {
    const isCounted = run.state !== "ended" || run.startedAt !== null;
    if (!isCounted || run.automationId === null) continue;
    newest[run.automationId] = Math.max(newest[run.automationId] ?? 0, run.admittedRevision);
  }
  return newest;
}

function pairOf(
  agent: string,
  source: PairSource,
  lastAdmittedRevision: Record<string, number>,
): PairFacts {
  const runs = source.runs.filter((run) => run.agent === agent);
  const [newest] = runs;
  const owed = source.owed.filter((firing) => firing.agent === agent);
  const taken = source.taken.find((session) => session.agent === agent);
  const personTouch = newestRevision(
    source.touches.filter((touch) => touch.actorKind === "person"),
  );
  const failureLimit = limitOf(newest, source.triesOf);
  const tries = triesSince(runs, personTouch, failureLimit);
  return {
    lastRun: newest
      ? {
          id: newest.id,
          automationId: newest.automationId,
          outcome: newest.outcome,
          endedAt: newest.endedAt,
          stoppedBy: newest.outcome === "stopped" ? newest.stopRequestedBy : null,
          stoppedByKind: newest.outcome === "stopped" ? newest.stopRequestedByKind : null,
          isStopLifted: newest.isStopLifted,
        }
      : null,
    lastAdmittedRevision,
    lastTouchRevision: Object.fromEntries(
      source.automationIds.map((id) => [id, touchFor(id, agent, source.touches)]),
    ),
    failures: tries.failures,
    failureLimit,
    nextRetryAt: owed.find((firing) => firing.cause === "retry")?.dueAt ?? null,
    isStuck: tries.isStuck,
    sleepsUntil: sleepOf(newest, owed),
    takenOverBy: taken?.by ?? null,
    takenOverAt: taken?.at ?? null,
  };
}

function newestRevision(touches: Touch[]): number {
  return touches.reduce((newest, touch) => Math.max(newest, touch.revision), 0);
}

/** Rows of the run's own agent, its automation and the system do not count (rule 14). */
function touchFor(automationId: string, agent: string, touches: Touch[]): number {
  return newestRevision(
    touches.filter((touch) => {
      if (touch.actorKind === "person") return true;
      if (touch.actorKind === "agent") return touch.actor !== agent;
      return touch.actorKind === "automation" && touch.automationId !== automationId;
    }),
  );
}

/** Failures at which a person is needed: the contract of the newest run and its rule decide (rule 2). */
function limitOf(newest: RunRow | undefined, triesOf: Record<string, number>): number {
  const id = newest?.automationId ?? null;
  const maxConsecutiveRuns = (id === null ? undefined : triesOf[id]) ?? DEFAULT_TRIES;
  return retryLimit({ retries: newest?.retries ?? null, maxConsecutiveRuns });
}

/** Failed tries since the last good end or a person's touch. */
function triesSince(
  runs: RunRow[],
  personTouch: number,
  limit: number,
): { failures: number; isStuck: boolean } {
  let count = 0;
  let lost = 0;
  let isFinal = false;
  let isRowOfLost = true;
  for (const run of runs) {
    if (run.state !== "ended") continue;
    if (run.admittedRevision < personTouch) break;
    // DORMANT costs no try and resets none (rule 2).
    if (run.outcome === "completed" && run.wakeOn === null) break;
    isRowOfLost &&= run.outcome === "lost" && !run.hasSpoken;
    if (isRowOfLost) lost += 1;
    if (failures.has(run.outcome ?? "") && run.wakeOn === null) {
      count += 1;
      isFinal ||= finalWithoutProgress.has(run.outcome ?? "") && !run.hasProgress;
    }
    // A person's start began the count anew (rule 13).
    if (run.cause === "manual") break;
  }
  return { failures: count, isStuck: isFinal || count >= limit || lost >= MAX_LOST };
}

function sleepOf(newest: RunRow | undefined, owed: PairSource["owed"]): PairFacts["sleepsUntil"] {
  const wake = owed.find((firing) => firing.cause === "wake");
  if (!newest || newest.state !== "ended" || newest.wakeOn === null) return null;
  const { kind, until } = newest.wakeOn;
  // An answer that came is owed as a firing: the sleep is over, the firing starts it.
  if (owed.some((firing) => firing.cause === "answer")) return null;
  return { kind, until: wake?.dueAt ?? (until === null ? null : new Date(until)) };
}
