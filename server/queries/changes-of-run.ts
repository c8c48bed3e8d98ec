import type { RunChanges } from "#server/contracts/run.ts";
import type { Database } from "../store/client.ts";
import { readChangedFiles } from "./git-changes.ts";
import { runUnknown } from "./run.ts";

/**
 * Files of the run's folder that differ from the commit it began at: its commits and what is not
 * committed. Other people's edits since then are in it, too; it says what is there, not who did it.
 */
export async function readRunChanges(
  database: Database,
  projectId: number,
  runId: string,
): Promise<RunChanges> {
  const run = await database.prisma.run.findFirst({
    where: { id: runId, projectId },
    select: { cwd: true, commitBefore: true, claimedAt: true },
  });
  if (!run) throw runUnknown(runId);
  if (run.claimedAt === null) return { source: "none", files: [] };
  const files = await readChangedFiles(run.cwd, run.commitBefore);
  return files === null ? { source: "none", files: [] } : { source: "git", files };
}
