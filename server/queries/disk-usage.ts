import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { DiskUsage } from "#server/contracts/project.ts";
import { loadEnv } from "../env.ts";
import type { Database } from "../store/client.ts";

/**
 * What a project's runs take of the disk. Events are a share of their table by number, since measuring
 * each would read all of them; files and checkpoints are those of this machine.
 */
export async function readDiskUsage(
  { prisma }: Database,
  project: { id: number; retentionDays: number },
): Promise<DiskUsage> {
  const { dataDir } = loadEnv();
  const [{ eventBytes } = { eventBytes: 0 }] = await prisma.$queryRaw<{ eventBytes: number }[]>`
    SELECT round(pg_total_relation_size('"RunEvent"')
             * COALESCE(SUM("nextSeq" - 1) FILTER (WHERE "projectId" = ${project.id}), 0)::float
             / GREATEST(SUM("nextSeq" - 1), 1))::float AS "eventBytes"
      FROM "Run" WHERE "prunedAt" IS NULL`;
  const runs = await prisma.run.findMany({
    where: { projectId: project.id, prunedAt: null },
    select: { id: true, createdAt: true },
    orderBy: { createdAt: "asc" },
  });
  let fileBytes = 0;
  for (const { id } of runs) fileBytes += await sizeOf(path.join(dataDir, "runs", id));
  return {
    retentionDays: project.retentionDays,
    runs: runs.length,
    oldestRunAt: runs[0]?.createdAt.toISOString() ?? null,
    eventBytes,
    fileBytes,
    checkpointBytes: await sizeOf(path.join(dataDir, "checkpoints", `${project.id}.git`)),
  };
}

/** Of all files below a folder; what goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(file);
    else if (entry.isFile())
      bytes += await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
