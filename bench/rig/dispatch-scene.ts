/** What both dispatch measurements use: the ends of runs, and the reference's database. */
import { Logger } from "graphile-worker";
import type pg from "pg";
import { moveRun } from "#server/commands/move-run.ts";
import { settleRun } from "#server/commands/settle-run.ts";
import type { EngineBoard } from "./engine-board.ts";

/** Places for runs, and jobs at a time (P-01). */
export const CONCURRENCY = 24;

/** Where graphile-worker runs. */
export interface JobDatabase {
  url: string;
  pool: pg.Pool;
}

/** What they print is of no use here. */
export const quiet = new Logger(() => () => undefined);

/** What has run leaves the column, as it would by a person's hand: a job that is done is gone as well. */
export async function clearBoard({ database, projectId }: EngineBoard): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE "Ticket" t SET "columnId" = done."id" FROM "BoardColumn" c, "BoardColumn" done
     WHERE c."id" = t."columnId" AND c."projectId" = ${projectId} AND c."name" = 'Todo'
       AND done."projectId" = ${projectId} AND done."name" = 'Done'`;
}

/** Begins a claimed run and ends it at once, as its supervisor does around an agent process. */
export async function settle(board: EngineBoard, runId: string, fence: number): Promise<void> {
  const begun = { id: runId, fence, from: ["starting" as const], to: "running" as const };
  if (!(await moveRun(board.database, begun)))
    throw new Error(`run ${runId}: expected to begin it`);
  const settled = await settleRun(board.database, {
    projectId: board.projectId,
    runId,
    fence,
    outcome: "completed",
    message: "done",
    exitCode: 0,
    exitSignal: null,
    resetsAt: null,
    now: null,
    random01: 0.5,
  });
  if (settled === null) throw new Error(`run ${runId}: expected to settle it`);
}
