import { isLive } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import { closingReason } from "#server/core/dispatch/closing.ts";
import { decide } from "#server/core/dispatch/decide.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { closeFiring } from "../commands/close-firing.ts";
import { findSelected, readDueBoard } from "../queries/candidates.ts";
import type { FoundTicket } from "../store/sql/find-level-candidates.ts";
import { admitDecided } from "./admit-decided.ts";
import type { RunTaker } from "./admit-decided.ts";
import type { WorkerContext } from "./context.ts";
import { noteGates } from "./gate-history.ts";
import { pollEvents } from "./poll-events.ts";
import { reportLoops } from "./report-loops.ts";
import { holdFailing } from "./pollers/hold-failing.ts";
import { refreshFirings } from "./pollers/refresh-firings.ts";
import { rememberBoard, startLone } from "./start-lone.ts";

export interface Evaluation {
  admitted: number;
  /** Numbers of tickets that wait now. */
  waiting: number[];
  /** In how many ms time alone makes an automation due, by id. */
  wakes: Map<string, number>;
}

/** Who starts what a look admits. */
export interface Starter extends RunTaker {
  /** No firing was due when the look began, so that a ticket may be alone. */
  isNothingOwed: boolean;
  /** What the level triggers that are due select, where it was asked for before. */
  found: Promise<FoundTicket[] | null> | null;
  /** Runs wait for a worker. */
  claim(): Promise<void>;
}

/** Whatever is admitted waits. */
const nobody: Starter = {
  taker: null,
  isNothingOwed: false,
  found: null,
  start: () => undefined,
  claim: () => Promise.resolve(),
};

/**
 * One look at one project: poll the event triggers of the automations that are due, look again at what
 * is owed, decide about their tickets and every owed firing that is due, and admit what may start.
 * Every admission judges again under locks, so several workers doing this at once break no limit.
 * Runs begin, or are claimed where others may have them, before what was found is noted.
 */
export async function evaluateProject(
  context: WorkerContext,
  projectId: number,
  isDue: (automation: Automation) => boolean,
  config: AutomationsConfig,
  starter: Starter = nobody,
): Promise<Evaluation> {
  const { database } = context;
  const due = config.automations.filter((automation) => isLive(automation) && isDue(automation));
  const scope = { database, log: context.log, projectId, config };
  const { wakes, owed: polled } = await pollEvents(scope, due);
  const now = context.clock.now();
  await refreshFirings(database, projectId, config.automations, now);
  await holdFailing(database, projectId, config.automations, now);
  await noteLook(context, projectId, due);
  if (!due.some(isLevel) && !(await hasDueFiring(context, projectId))) {
    return { admitted: 0, waiting: [], wakes };
  }
  const found = (await starter.found) ?? (await findSelected(database.sql, projectId, due));
  const [lone] = found;
  const isAlone = starter.isNothingOwed && polled === 0 && found.length === 1;
  if (isAlone && lone !== undefined) {
    const started = await startLone(context, projectId, config, lone, starter);
    if (started !== null) {
      if (started.waiting > 0) await starter.claim();
      return { admitted: started.count, waiting: [], wakes };
    }
  }
  const { snapshot, owed, level } = await readDueBoard(database.sql, projectId, found);
  rememberBoard(context, snapshot);
  // A retry or wake that is due speaks for its automation: it carries what the earlier run was asked.
  const isOwed = (candidate: Candidate): boolean =>
    owed.some(
      (one) =>
        one.ticket?.id === candidate.ticket?.id && one.automationId === candidate.automationId,
    );
  const candidates = [...owed, ...level.filter((candidate) => !isOwed(candidate))];
  if (candidates.length === 0) return { admitted: 0, waiting: [], wakes };

  const decision = decide(snapshot, candidates);
  const admitted = await admitDecided(context, snapshot, decision.admissions, starter);
  if (admitted.waiting > 0) await starter.claim();
  await closeRefused(context, snapshot, decision.refusals);
  await reportLoops(context, snapshot, decision.refusals);
  const judged = [...decision.admissions, ...decision.refusals];
  await noteGates(context, projectId, judged, snapshot.now);
  const waiting = decision.refusals.flatMap(({ candidate }) => candidate.ticket?.number ?? []);
  return { admitted: admitted.count, waiting: [...new Set(waiting)], wakes };
}

function isLevel({ trigger }: Automation): boolean {
  return triggerOf(trigger)?.kind === "level";
}

/** A level rule that does not follow hints waits for its poll; this is the poll (gate NOT_DUE). */
async function noteLook(
  { database }: WorkerContext,
  projectId: number,
  due: Automation[],
): Promise<void> {
  const ids = due
    .filter((one) => isLevel(one) && one.trigger.type !== "invalid" && !one.trigger.immediate)
    .map((automation) => automation.id);
  if (ids.length === 0) return;
  await database.prisma.$executeRaw`
    UPDATE "AutomationState" SET "lastPolledAt" = clock_timestamp()
     WHERE "projectId" = ${projectId} AND "automationId" = ANY(${ids}::text[])`;
}

/** Spares an idle project everything that a decision reads. */
async function hasDueFiring({ database }: WorkerContext, projectId: number): Promise<boolean> {
  const rows = await database.prisma.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM "Firing"
     WHERE "projectId" = ${projectId} AND "state" = 'owed' AND "dueAt" <= clock_timestamp() LIMIT 1`;
  return rows.length > 0;
}

async function closeRefused(
  context: WorkerContext,
  snapshot: DispatchSnapshot,
  refusals: ReturnType<typeof decide>["refusals"],
): Promise<void> {
  for (const { candidate, gates } of refusals) {
    if (candidate.firing === null) continue;
    const reason = closingReason(gates);
    if (reason === null) continue;
    await closeFiring(context.database, {
      projectId: snapshot.project.id,
      firingId: candidate.firing.id,
      ticket: candidate.ticket,
      reason,
      now: snapshot.now,
    });
  }
}
