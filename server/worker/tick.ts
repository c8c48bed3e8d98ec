import type { Automation } from "#server/core/automation/automation.ts";
import { sleep } from "../lib/abort.ts";
import { readLiveAutomations } from "../queries/automations.ts";
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
}

/** One turn of the engine: reconciliation first: reap, settle, admit, claim. */
export async function tick(parts: TickParts): Promise<void> {
  const { context, supervisors, schedule } = parts;
  await reapRuns(context, supervisors);
  // Runs settle by themselves as their processes end; what was asked of them is looked at here, so
  // that a lost notification costs at most a tick.
  for (const run of supervisors.list()) run.hint();
  if (parts.isDraining()) return;
  await admitDue(context, schedule);
  await claimAll(parts);
  await context.database.prisma.$executeRaw`
    UPDATE "Worker" SET "lastTickAt" = clock_timestamp() WHERE "id" = ${context.workerId}`;
}

async function admitDue(context: WorkerContext, schedule: Schedule): Promise<void> {
  const { prisma } = context.database;
  const installation = await prisma.installation.findFirst({ select: { isPaused: true } });
  if (installation?.isPaused) return;
  const projects = await prisma.project.findMany({
    where: { isPaused: false },
    select: { id: true, slug: true },
    orderBy: { id: "asc" },
  });
  const owing = await prisma.firing.groupBy({
    by: ["projectId"],
    where: { state: "owed", dueAt: { lte: new Date() } },
  });
  const owed = new Set(owing.map((row) => row.projectId));
  for (const { id, slug } of projects) {
    const nowMs = context.clock.monotonicMs();
    const config = await readLiveAutomations(prisma, id);
    const isDue = (automation: Automation): boolean => schedule.isDue(id, automation, nowMs);
    if (!owed.has(id) && !config.automations.some(isDue)) continue;
    const due = new Set(config.automations.filter(isDue));
    schedule.taken(id, [...due], nowMs);
    try {
      const { waiting } = await evaluateProject(
        context,
        id,
        (automation) => due.has(automation),
        config,
      );
      if (schedule.hasChanged(id, waiting))
        context.sink.send("why", { project: slug, tickets: waiting });
    } catch (error) {
      context.log.error({ project: slug, err: error }, "evaluating a project failed");
    }
  }
}

async function claimAll({ context, supervisors, isDraining }: TickParts): Promise<void> {
  // An agent without the board's address could do nothing: its run waits until web is up.
  if ((await context.apiUrl()) === null) return;
  const starts: Promise<void>[] = [];
  while (!isDraining()) {
    const claimed = await claimRun(context);
    if (claimed === null) break;
    context.log.info({ run: claimed.id, fence: claimed.fence }, "run claimed");
    const supervisor = superviseRun(context, {
      runId: claimed.id,
      fence: claimed.fence,
      mode: "start",
    });
    supervisors.add(supervisor);
    starts.push(supervisor.begun);
  }
  // An admission's own notification makes the next tick due at once, and its queries would hold up
  // these very starts.
  if (starts.length > 0) await Promise.race([Promise.all(starts), sleep(STARTS_FIRST_MS)]);
}
