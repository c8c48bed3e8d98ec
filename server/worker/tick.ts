import { emptyConfig } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { sleep } from "../lib/abort.ts";
import { knownConfig, readLiveAutomations } from "../queries/automations.ts";
import type { Tx } from "../store/client.ts";
import { readTickOverview } from "../store/sql/read-tick-overview.ts";
import type { OverviewProject } from "../store/sql/read-tick-overview.ts";
import { claimRun } from "./claim.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { reapRuns } from "./reap.ts";
import type { Schedule } from "./schedule.ts";
import { superviseRun } from "./supervise.ts";
import type { Supervisors } from "./supervisors.ts";

/** The next tick waits this long at most for the agents of this one to be started (P-03). */
const STARTS_FIRST_MS = 250;

export interface TickParts {
  context: WorkerContext;
  supervisors: Supervisors;
  schedule: Schedule;
  /** No new claims and admissions while the process is leaving. */
  isDraining(): boolean;
  /** Does the work of a claimed run instead of an agent process; resolves when it has begun. */
  execute?(run: { id: string; fence: number }): Promise<void>;
}

/** One turn of the engine: reconciliation first: reap, settle, admit, claim. */
export async function tick(parts: TickParts): Promise<void> {
  const { context, supervisors, schedule } = parts;
  const overview = await readTickOverview(context.database.prisma, context.workerId);
  if (overview.hasOrphans) await reapRuns(context, supervisors);
  // Runs settle by themselves as their processes end; what was asked of them is looked at here, so
  // that a lost notification costs at most a tick.
  for (const run of supervisors.list()) run.hint();
  if (parts.isDraining()) return;
  const admitted = await admitDue(context, schedule, overview.projects);
  if (overview.hasQueued || admitted > 0) await claimAll(parts);
}

/** Returns how many runs were admitted. */
async function admitDue(
  context: WorkerContext,
  schedule: Schedule,
  projects: OverviewProject[],
): Promise<number> {
  let admitted = 0;
  for (const { id, slug, liveHash, isOwed } of projects) {
    const nowMs = context.clock.monotonicMs();
    const config = await readConfig(context.database.prisma, id, liveHash);
    const isDue = (automation: Automation): boolean => schedule.isDue(id, automation, nowMs);
    if (!isOwed && !config.automations.some(isDue)) continue;
    const due = new Set(config.automations.filter(isDue));
    schedule.taken(id, [...due], nowMs);
    try {
      const {
        admitted: started,
        waiting,
        wakes,
      } = await evaluateProject(context, id, (automation) => due.has(automation), config);
      admitted += started;
      schedule.wake(id, [...due], wakes, nowMs);
      if (schedule.hasChanged(id, waiting))
        context.sink.send("why", { project: slug, tickets: waiting });
    } catch (error) {
      context.log.error({ project: slug, err: error }, "evaluating a project failed");
    }
  }
  return admitted;
}

/** The configuration in force; its text is read only when this process does not know it yet. */
async function readConfig(
  tx: Tx,
  projectId: number,
  liveHash: string | null,
): Promise<AutomationsConfig> {
  if (liveHash === null) return emptyConfig;
  return knownConfig(liveHash) ?? readLiveAutomations(tx, projectId);
}

async function claimAll(parts: TickParts): Promise<void> {
  const { context, isDraining } = parts;
  // An agent without the board's address could do nothing: its run waits until web is up.
  if ((await context.apiUrl()) === null) return;
  const starts: Promise<void>[] = [];
  while (!isDraining()) {
    const claimed = await claimRun(context);
    if (claimed === null) break;
    context.log.info({ run: claimed.id, fence: claimed.fence }, "run claimed");
    starts.push(parts.execute ? parts.execute(claimed) : startProcess(parts, claimed));
  }
  // An admission's own notification makes the next tick due at once, and its queries would hold up
  // these very starts.
  if (starts.length > 0) await Promise.race([Promise.all(starts), sleep(STARTS_FIRST_MS)]);
}

function startProcess(
  { context, supervisors }: TickParts,
  { id, fence }: { id: string; fence: number },
): Promise<void> {
  const supervisor = superviseRun(context, { runId: id, fence, mode: "start" });
  supervisors.add(supervisor);
  return supervisor.begun;
}
