import { changedPaths } from "../lib/checkpoints/compare.ts";
import { openCheckpoints } from "../lib/checkpoints/own-git.ts";
import { listUncommittedFiles, readGitFolder } from "../lib/git-folder.ts";
import type { Tx } from "../store/client.ts";
import { readRunPoints } from "./run-checkpoints.ts";

/**
 * Whether a file that a run changed still differs from the last commit of its folder: what others may not
 * write over while the run waits for an answer (ux 6). From its checkpoints and the folder itself, never
 * from what the agent says. Where that cannot be seen, any change counts, and without checkpoints any
 * progress.
 */
export async function hasUncommittedChanges(
  prisma: Tx,
  run: { id: string; projectId: number; cwd: string },
  dataDir: string,
): Promise<boolean> {
  const { points } = await readRunPoints(prisma, run.id);
  const dirty =
    (await readGitFolder(run.cwd)) === null ? null : await listUncommittedFiles(run.cwd);
  if (points === null) {
    if (dirty !== null) return dirty.size > 0;
    const { hasProgress } = await prisma.run.findUniqueOrThrow({
      where: { id: run.id },
      select: { hasProgress: true },
    });
    return hasProgress;
  }
  const store = await openCheckpoints(dataDir, run.projectId);
  const changed = await changedPaths(store, points.start.commit, points.last.commit);
  return dirty === null ? changed.size > 0 : [...changed].some((path) => dirty.has(path));
}
