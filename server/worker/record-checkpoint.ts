import { keepSnapshot } from "../lib/checkpoints/keep.ts";
import { openCheckpoints } from "../lib/checkpoints/own-git.ts";
import { readGitFolder } from "../lib/git-folder.ts";
import { describeError } from "../lib/result.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";

/**
 * Records what the run's folder looks like: `start` before its first process, `turn` after each result,
 * `end` when its process is gone (a stop ends a turn in its middle). Trouble is stored in the row and
 * never stops a run.
 */
export async function recordCheckpoint(
  { context, run }: { context: WorkerContext; run: ClaimedRun },
  kind: "start" | "turn" | "end",
): Promise<void> {
  try {
    await record(context, run, kind);
  } catch (error) {
    context.log.warn({ run: run.id, kind, err: error }, "a checkpoint could not be stored");
  }
}

async function record(
  context: WorkerContext,
  run: ClaimedRun,
  kind: "start" | "turn" | "end",
): Promise<void> {
  const { prisma } = context.database;
  const newest = await prisma.checkpoint.findFirst({
    where: { runId: run.id },
    orderBy: { n: "desc" },
    select: { n: true },
  });
  // A later process of the run goes on where the first one began; one that never began has no end.
  if ((kind === "start") !== (newest === null)) return;
  const n = (newest?.n ?? -1) + 1;
  const [turn, snapshot, head] = await Promise.all([
    prisma.runEvent.count({ where: { runId: run.id, kind: "result", parent: null } }),
    takeSnapshot(context, run, n),
    readGitFolder(run.cwd).then(
      (folder) => folder?.commit ?? null,
      () => null,
    ),
  ]);
  if ("error" in snapshot) {
    context.log.warn({ run: run.id, reason: snapshot.error }, "a checkpoint could not be taken");
  }
  await prisma.checkpoint.createMany({
    data: { projectId: run.projectId, runId: run.id, n, kind, turn, head, ...snapshot },
    // A worker that lost the run meanwhile came second.
    skipDuplicates: true,
  });
}

async function takeSnapshot({ dataDir }: WorkerContext, run: ClaimedRun, n: number) {
  try {
    const store = await openCheckpoints(dataDir, run.projectId);
    const { commit, skipped } = await keepSnapshot(store, run.cwd, { run: run.id, name: `${n}` });
    return { commit, skipped: { ...skipped } };
  } catch (error) {
    return { error: describeError(error).slice(0, 500) };
  }
}
