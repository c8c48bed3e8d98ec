import type { PairFacts } from "#server/core/dispatch/snapshot.ts";
import type { ActorKind, RunOutcome } from "#server/contracts/words.ts";
import type { PairRun } from "../store/sql/read-pair-runs.ts";
import type { Touch } from "../store/sql/read-touches.ts";

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
/** `maxConsecutiveRuns`: failed tries in a row until a person is needed (rule 2). */
const MAX_FAILURES = 5;
/** `lost` this often in a row without a stored event is poison (rule 2). */
const MAX_LOST = 3;

export interface PairSource {
  automationIds: string[];
  agents: string[];
  /** What automations without a runAgent did, by automation: revision of the newest act. */
  acts: Record<string, number>;
  /** Runs of the ticket, newest first. */
  runs: PairRun[];
  touches: Touch[];
  owed: { agent: string | null; cause: string; dueAt: Date; payload: unknown }[];
}

/** Facts by agent for one ticket, for every agent that ran here or could. */
export function buildPairFacts(source: PairSource): Record<string, PairFacts> {
  const agents = new Set([...source.agents, ...source.runs.map((run) => run.agent)]);
  const lastAdmittedRevision = { ...source.acts, ...admittedRevisions(source.runs) };
  return Object.fromEntries(
    [...agents].map((agent) => [agent, pairOf(agent, source, lastAdmittedRevision)]),
  );
}

/** A run that ended before `running` does not count (rule 2). */
function admittedRevisions(runs: PairRun[]): Record<string, number> {
  const newest: Record<string, number> = {};
  for (const run of runs) {
    const isCounted = run.state !== "ended" || run.startedAt !== null;
    if (!isCounted || run.automationId === null) continue;
    newest[run.automationId] = Math.max(
      newest[run.automationId] ?? 0,
      Number(run.admittedRevision),
    );
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
  const personTouch = newestRevision(
    source.touches.filter((touch) => touch.actorKind === "person"),
  );
  const tries = triesSince(runs, personTouch);
  return {
    lastRun: newest
      ? {
          id: newest.id,
          automationId: newest.automationId,
          outcome: newest.outcome as RunOutcome | null,
          endedAt: newest.endedAt,
          stoppedBy: newest.outcome === "stopped" ? newest.stopRequestedBy : null,
          stoppedByKind:
            newest.outcome === "stopped" ? (newest.stopRequestedByKind as ActorKind | null) : null,
          isStopLifted: newest.isStopLifted,
        }
      : null,
    lastAdmittedRevision,
    lastTouchRevision: Object.fromEntries(
      source.automationIds.map((id) => [id, touchFor(id, agent, source.touches)]),
    ),
    failures: tries.failures,
    nextRetryAt: owed.find((firing) => firing.cause === "retry")?.dueAt ?? null,
    isStuck: tries.isStuck,
    sleepsUntil: sleepOf(newest, owed),
    takenOverBy: null,
    loopEvidence: null,
  };
}

function newestRevision(touches: Touch[]): number {
  return touches.reduce((newest, touch) => Math.max(newest, Number(touch.revision)), 0);
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

/** Failed tries since the last good end or a person's touch. */
function triesSince(runs: PairRun[], personTouch: number): { failures: number; isStuck: boolean } {
  let count = 0;
  let lost = 0;
  let isFinal = false;
  for (const run of runs) {
    if (run.state !== "ended") continue;
    if (Number(run.admittedRevision) < personTouch) break;
    if (run.outcome === "completed") break;
    if (run.outcome === "lost" && !run.hasProgress) lost += 1;
    if (failures.has(run.outcome ?? "")) {
      count += 1;
      isFinal ||= finalWithoutProgress.has(run.outcome ?? "") && !run.hasProgress;
    }
    // A person's start began the count anew (rule 13).
    if (run.cause === "manual") break;
  }
  return { failures: count, isStuck: isFinal || count >= MAX_FAILURES || lost >= MAX_LOST };
}

function sleepOf(newest: PairRun | undefined, owed: PairSource["owed"]): PairFacts["sleepsUntil"] {
  const wake = owed.find((firing) => firing.cause === "wake");
  if (!newest || newest.state !== "ended" || newest.wakeOn === null) return null;
  const { kind, until } = newest.wakeOn as { kind: string; until: string | null };
  // An answer that came is owed as a firing: the sleep is over, the firing starts it.
  if (owed.some((firing) => firing.cause === "answer")) return null;
  return { kind, until: wake?.dueAt ?? (until === null ? null : new Date(until)) };
}
