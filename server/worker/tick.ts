import type { Automation } from "#server/core/automation/automation.ts";
import { sleep } from "../lib/abort.ts";
import { failpoint } from "../lib/failpoint.ts";
import { readConfigOf } from "../queries/automations.ts";
import { readTickOverview } from "../store/sql/read-tick-overview.ts";
import type { OverviewProject } from "../store/sql/read-tick-overview.ts";
import { CLAIMS_AT_ONCE, claimRuns } from "./claim.ts";
import type { ClaimedRun } from "./claim.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import type { Starter } from "./evaluate-project.ts";
import { giveLookBack, lookAhead, rememberProjects } from "./look-ahead.ts";
import type { LookAhead } from "./look-ahead.ts";
import { reapRuns } from "./reap.ts";
import { roomForClaims } from "./hold-place.ts";
import type { Schedule } from "./schedule.ts";
import { superviseRun } from "./supervise.ts";
import type { Supervisors } from "./supervisors.ts";

/** The next tick waits this long at most for the agents of this one to be started (P-03). */
const STARTS_FIRST_MS = 250;

/** Runs of one look that a worker takes when there is nobody to share with: more than places exist. */
const ALL_OF_THEM = 1_000;

export interface TickParts {
  context: WorkerContext;
  supervisors: Supervisors;
  schedule: Schedule;
  /** No new claims and admissions while the process is leaving. */
  isDraining(): boolean;
  /** Does the work of a claimed run instead of an agent process; resolves when it has begun. */
  execute?(run: ClaimedRun): Promise<void>;
}

/** One turn of the engine: reconciliation first: reap, settle, admit, claim. */
export async function tick(parts: TickParts): Promise<void> {
  const { context, schedule } = parts;
  const ahead = parts.isDraining() ? null : lookAhead(context, schedule);
  try {
    await turn(parts, ahead);
  } catch (error) {
    giveLookBack(schedule, ahead);
    throw error;
  }
}

async function turn(parts: TickParts, ahead: LookAhead | null): Promise<void> {
  const { context, supervisors, schedule } = parts;
  const overview = await readTickOverview(context.database.sql, context.workerId);
  if (overview.hasOrphans) {
    await reapRuns(context, supervisors);
    failpoint("tick.afterReap");
  }
  // Runs settle by themselves as their processes end; what was asked of them is looked at here, so
  // that a lost notification costs at most a tick.
  for (const run of supervisors.list()) run.hint();
  if (parts.isDraining()) return;
  const starts: Promise<void>[] = [];
  const start = (run: ClaimedRun): void => {
    context.log.info({ run: run.id, fence: run.fence }, "run claimed");
    starts.push(parts.execute ? parts.execute(run) : startProcess(parts, run));
  };
  let hasWaiting = overview.hasQueued;
  const claim = async (): Promise<void> => {
    await claimAll(parts, start);
    hasWaiting = false;
  };
  const atMost = overview.isAlone ? ALL_OF_THEM : CLAIMS_AT_ONCE;
  // Where installations share places, a place is asked for before anything is claimed.
  const isTaking = context.places === null && (await mayStart(parts));
  const taker = isTaking ? { workerId: context.workerId, atMost } : null;
  await admitDue(context, schedule, overview.projects, { taker, start, claim }, ahead);
  if (starts.length > 0 || hasWaiting) failpoint("tick.afterAdmit");
  if (hasWaiting) await claim();
  // An admission's own notification makes the next tick due at once, and its queries would hold up
  // these very starts.
  if (starts.length > 0) await Promise.race([Promise.all(starts), sleep(STARTS_FIRST_MS)]);
}

async function admitDue(
  context: WorkerContext,
  schedule: Schedule,
  overview: OverviewProject[],
  starter: Omit<Starter, "isNothingOwed" | "found">,
  ahead: LookAhead | null,
): Promise<void> {
  const projects = await Promise.all(
    overview.map(async (project) => ({
      ...project,
      config: await readConfigOf(context.database.sql, project.id, project.liveHash),
    })),
  );
  rememberProjects(context, projects);
  // What no notification tells, because nobody listened just then, is due nevertheless.
  for (const { id, revision } of projects) schedule.saw(id, revision, context.clock.monotonicMs());
  if (!projects.some(({ id }) => id === ahead?.project.id)) giveLookBack(schedule, ahead);
  for (const { id, slug, liveHash, isOwed, config } of projects) {
    const nowMs = context.clock.monotonicMs();
    const look = ahead?.project.id === id ? ahead : null;
    // Of a configuration that is not in force any more, only the names of what was due count.
    const isKnown = look?.project.liveHash === liveHash;
    const taken = new Set(Array.from(look?.due ?? [], (automation) => automation.id));
    const isDue = (automation: Automation): boolean =>
      taken.has(automation.id) || (!isKnown && schedule.isDue(id, automation, nowMs));
    if (!isOwed && !config.automations.some(isDue)) continue;
    const due = new Set(config.automations.filter(isDue));
    if (!isKnown) schedule.taken(id, [...due], nowMs);
    try {
      const isDueNow = (automation: Automation): boolean => due.has(automation);
      const { waiting, wakes } = await evaluateProject(context, id, isDueNow, config, {
        ...starter,
        isNothingOwed: !isOwed,
        found: isKnown ? (look?.found ?? null) : null,
      });
      schedule.wake(id, [...due], wakes, nowMs);
      if (schedule.hasChanged(id, waiting))
        context.sink.send("why", { project: slug, tickets: waiting });
    } catch (error) {
      context.log.error({ project: slug, err: error }, "evaluating a project failed");
    }
  }
}

/** An agent without the board's address could do nothing: its run waits until web is up. */
async function mayStart({ context, isDraining }: TickParts): Promise<boolean> {
  return !isDraining() && (await context.apiUrl()) !== null;
}

async function claimAll(parts: TickParts, start: (run: ClaimedRun) => void): Promise<void> {
  if (!(await mayStart(parts))) return;
  // What is claimed here takes its place a moment later: it is counted at once.
  let room = await roomForClaims(parts.context);
  while (room > 0 && (await mayStart(parts))) {
    const atMost = Math.min(CLAIMS_AT_ONCE, room);
    const mayWait = await claimRuns(parts.context, start, atMost);
    failpoint("tick.afterClaim");
    if (!mayWait) return;
    room -= atMost;
  }
}

function startProcess(
  { context, supervisors }: TickParts,
  { id, fence }: ClaimedRun,
): Promise<void> {
  const supervisor = superviseRun(context, { runId: id, fence, mode: "start" });
  supervisors.add(supervisor);
  return supervisor.begun;
}
