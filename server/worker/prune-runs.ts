import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { describeError } from "../lib/result.ts";
import type { WorkerContext } from "./context.ts";

/** Looked at in one query. */
const RUNS_AT_ONCE = 50;
/** Deleted in one statement, so that no lock is held for long. */
const EVENTS_AT_ONCE = 2_000;
const RUN_ID = /^[0-9a-f]{32}$/;

type Parts = Pick<WorkerContext, "database" | "dataDir" | "log">;

/**
 * Deletes events, spools and files of runs that ended longer ago than their project keeps them; the run
 * itself, its summary and its costs stay for ever (rule 41). Every step may be repeated, so a worker that
 * dies in the middle, or two at once, do no harm. Folders are looked at by each worker: they lie on the
 * machine whose worker made them.
 */
export async function pruneRuns(context: Parts, now: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const old = await context.database.prisma.$queryRaw<{ id: string }[]>`
      SELECT r."id" FROM "Run" r JOIN "Project" p ON p."id" = r."projectId"
       WHERE r."state" = 'ended' AND r."prunedAt" IS NULL
         AND r."endedAt" < ${now}::timestamptz - make_interval(days => p."retentionDays")
       ORDER BY r."endedAt" LIMIT ${RUNS_AT_ONCE}`;
    for (const { id } of old) {
      if (signal?.aborted) return;
      await pruneRun(context, id, now, signal);
    }
    if (old.length < RUNS_AT_ONCE) break;
  }
  await pruneFolders(context, signal);
}

async function pruneRun(
  { database: { prisma }, dataDir }: Parts,
  id: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const deleted = await prisma.$executeRaw`
      DELETE FROM "RunEvent" WHERE "runId" = ${id} AND "seq" IN (
        SELECT "seq" FROM "RunEvent" WHERE "runId" = ${id} ORDER BY "seq" LIMIT ${EVENTS_AT_ONCE})`;
    if (deleted < EVENTS_AT_ONCE) break;
  }
  await rm(path.join(dataDir, "runs", id), { recursive: true, force: true });
  await prisma.run.update({ where: { id }, data: { prunedAt: now } });
}

/** Folders of runs that were pruned elsewhere, or went with their project. */
async function pruneFolders({ database, dataDir, log }: Parts, signal?: AbortSignal) {
  const folder = path.join(dataDir, "runs");
  const names = (await readdir(folder).catch(() => [])).filter((name) => RUN_ID.test(name));
  for (let from = 0; from < names.length; from += 500) {
    const batch = names.slice(from, from + 500);
    const kept = await database.prisma.run.findMany({
      where: { id: { in: batch }, prunedAt: null },
      select: { id: true },
    });
    const keptIds = new Set(kept.map(({ id }) => id));
    for (const name of batch) {
      if (signal?.aborted) return;
      if (keptIds.has(name)) continue;
      await rm(path.join(folder, name), { recursive: true, force: true }).catch((error: unknown) =>
        log.warn(
          { run: name, reason: describeError(error) },
          "a run's folder could not be deleted",
        ),
      );
    }
  }
}
