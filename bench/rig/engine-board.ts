import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { cloneTemplate } from "#server/testing/postgres.ts";
import type { WorkerContext } from "#server/worker/context.ts";
import { pretendWorker } from "#server/worker/fixtures/admission.ts";
import { createWorkerContext } from "#server/worker/fixtures/engine.ts";
import { createEngineProject } from "#server/worker/fixtures/project.ts";
import { createSchedule } from "#server/worker/schedule.ts";
import type { Schedule } from "#server/worker/schedule.ts";
import { createSupervisors } from "#server/worker/supervisors.ts";
import { tick } from "#server/worker/tick.ts";
import type { TickParts } from "#server/worker/tick.ts";
import type { Cleanup } from "./cleanup.ts";

/** A worker's engine in this process, on a database and a board of its own, without agent processes. */
export interface EngineBoard {
  url: string;
  database: Database;
  context: WorkerContext;
  schedule: Schedule;
  projectId: number;
  /** One turn of the engine; what it claims goes to `execute`. */
  tick(execute?: TickParts["execute"]): Promise<void>;
}

export const ENGINE_AGENT = "programmer";
/** Places for runs (P-01). */
const CAPACITY = 24;

export async function createEngineBoard(
  adminUrl: string,
  cleanup: Cleanup,
  rules: object[],
): Promise<EngineBoard> {
  const { url, drop } = await cloneTemplate(adminUrl);
  cleanup.add(drop);
  const database = createDatabase(url, { maxConnections: 5 });
  cleanup.add(() => database.close());
  await database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: CAPACITY } });
  const project = await createEngineProject(database, {
    tickets: [],
    rules,
    root: { dailyBudgetUsd: 1_000_000 },
    skills: { [ENGINE_AGENT]: "You write code.\n" },
  });
  cleanup.add(() => project.workspace.remove());
  const programs = { keeperPath: "", fakeClaude: "" };
  const { context } = await createWorkerContext({ database }, { dataDir: "", programs });
  await pretendWorker(database, context.workerId);
  context.sink = { send: () => undefined };
  const schedule = createSchedule();
  const parts = { context, schedule, supervisors: createSupervisors(), isDraining: () => false };
  return {
    url,
    database,
    context,
    schedule,
    projectId: project.project.id,
    tick: (execute) => tick({ ...parts, ...(execute ? { execute } : {}) }),
  };
}
