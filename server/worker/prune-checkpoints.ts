import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { forgetRun, sweep } from "../lib/checkpoints/keep.ts";
import { openCheckpoints } from "../lib/checkpoints/own-git.ts";
import { describeError } from "../lib/result.ts";
import type { WorkerContext } from "./context.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Forgets the checkpoints of runs that ended longer ago than their project keeps runs, with their undos;
 * frees the space once a day; removes what deleted projects left (rule 41).
 */
export async function pruneCheckpoints(
  context: Pick<WorkerContext, "database" | "dataDir" | "log">,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const folder = path.join(context.dataDir, "checkpoints");
  for (const name of await readdir(folder).catch(() => [])) {
    if (signal?.aborted) return;
    if (!/^\d+\.git$/.test(name)) continue;
    const projectId = Number(name.slice(0, -4));
    try {
      await pruneProject(context, projectId, path.join(folder, name), now);
    } catch (error) {
      const reason = describeError(error);
      context.log.warn({ project: projectId, reason }, "checkpoints could not be pruned");
    }
  }
}

async function pruneProject(
  { database: { prisma }, dataDir }: Pick<WorkerContext, "database" | "dataDir">,
  projectId: number,
  dir: string,
  now: Date,
): Promise<void> {
  const project = await prisma.project.findUnique({
    where: { id: projectId },
    select: { retentionDays: true },
  });
  if (project === null) {
    await rm(dir, { recursive: true, force: true });
    return;
  }
  const store = await openCheckpoints(dataDir, projectId);
  const old = await prisma.run.findMany({
    where: {
      projectId,
      endedAt: { lt: new Date(now.getTime() - project.retentionDays * DAY_MS) },
      checkpoints: { some: {} },
    },
    select: { id: true },
  });
  for (const run of old) {
    await forgetRun(store, run.id);
    await prisma.checkpoint.deleteMany({ where: { runId: run.id } });
    await prisma.runUndo.deleteMany({ where: { runId: run.id } });
  }
  const marker = path.join(dir, "swept");
  const swept = await stat(marker).catch(() => null);
  if (swept !== null && now.getTime() - swept.mtimeMs < DAY_MS) return;
  if (swept !== null || old.length > 0) await sweep(store);
  await writeFile(marker, "");
}
