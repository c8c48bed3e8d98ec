import { Failure } from "#server/contracts/failure.ts";
import type { FileDiff, RunChanges } from "#server/contracts/run.ts";
import { skippedSchema } from "#server/contracts/undo.ts";
import { loadEnv } from "../env.ts";
import { changedPaths, compareTrees, diffFile } from "../lib/checkpoints/compare.ts";
import type { FileDifference } from "../lib/checkpoints/compare.ts";
import { hashFile } from "../lib/checkpoints/hash-file.ts";
import { openCheckpoints } from "../lib/checkpoints/own-git.ts";
import type { Database } from "../store/client.ts";
import { readForeignTouches } from "./foreign-touches.ts";
import { readChangedFiles } from "./git-changes.ts";
import { readHunkWriters } from "./hunk-writers.ts";
import { readNamedFiles } from "./named-files.ts";
import { readLastUndo, readRunPoints, readUndosInForce } from "./run-checkpoints.ts";
import { runUnknown } from "./run.ts";

/** A longer difference is cut. */
const MAX_DIFF_BYTES = 256 * 1024;

/**
 * Files that differ between the run's first and last checkpoint, with who else touched them. A run
 * without checkpoints is compared with the commit it began at: then other people's edits are in it.
 */
export async function readRunChanges(
  database: Database,
  projectId: number,
  runId: string,
): Promise<RunChanges> {
  const { prisma } = database;
  const run = await prisma.run.findFirst({
    where: { id: runId, projectId },
    select: { id: true, cwd: true, commitBefore: true, claimedAt: true },
  });
  if (!run) throw runUnknown(runId);
  const { points, problem } = await readRunPoints(prisma, runId);
  const nothing = { turns: [], skipped: null, problem, undo: await readLastUndo(prisma, runId) };
  if (points === null) {
    const files = run.claimedAt === null ? null : await readChangedFiles(run.cwd, run.commitBefore);
    return files === null
      ? { source: "none", files: [], ...nothing }
      : { source: "git", files: files.map((file) => ({ ...file, also: [] })), ...nothing };
  }
  const store = await openCheckpoints(loadEnv().dataDir, projectId);
  const files = await compareTrees(store, points.start.commit, points.last.commit);
  const undos = await readUndosInForce(prisma, runId);
  const also = await readForeignTouches(prisma, store, {
    run,
    named: await readNamedFiles(prisma, run),
    points,
    files,
    present: (file) => hashFile(run.cwd, file),
    undone: new Set(undos.flatMap((undo) => (undo.done as { paths?: string[] }).paths ?? [])),
  });
  return {
    ...nothing,
    source: "checkpoints",
    files: files.map((file) => ({ ...describe(file), also: also.get(file.path)?.by ?? [] })),
    turns: points.turns.map(({ turn, at }) => ({ turn, at: at.toISOString() })),
    skipped: skippedSchema.safeParse(points.last.skipped).data ?? null,
  };
}

function describe({ path, before, after, added, removed }: FileDifference) {
  const change = before === null ? "added" : after === null ? "deleted" : "modified";
  return { path, change, added, removed } as const;
}

/** How a run changed one file; 404 `NO_CHECKPOINT` where its files were not recorded. */
export async function readRunFileDiff(
  database: Database,
  projectId: number,
  runId: string,
  file: string,
): Promise<FileDiff> {
  const run = await database.prisma.run.findFirst({
    where: { id: runId, projectId },
    select: { id: true, cwd: true },
  });
  if (!run) throw runUnknown(runId);
  const { points } = await readRunPoints(database.prisma, runId);
  if (points === null) {
    throw new Failure(404, "NO_CHECKPOINT", "the files of this run were not recorded");
  }
  const store = await openCheckpoints(loadEnv().dataDir, projectId);
  const before = points.start.commit;
  const after = points.last.commit;
  const isChanged = (await changedPaths(store, before, after)).has(file);
  if (!isChanged) return { path: file, text: "", isBinary: false, isTruncated: false, writers: [] };
  const diff = await diffFile(store, { before, after, path: file }, MAX_DIFF_BYTES);
  const writers = await readHunkWriters(database, run, { file, text: diff.text });
  return { path: file, ...diff, writers };
}
