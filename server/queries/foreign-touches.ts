import type { TouchedBy } from "#server/contracts/undo.ts";
import { changedPaths } from "../lib/checkpoints/compare.ts";
import type { FileDifference } from "../lib/checkpoints/compare.ts";
import type { CheckpointStore } from "../lib/checkpoints/own-git.ts";
import type { Tx } from "../store/client.ts";
import type { NamedFiles } from "./named-files.ts";
import { readNamedFiles } from "./named-files.ts";
import { readRunPoints } from "./run-checkpoints.ts";
import type { RunPoints } from "./run-checkpoints.ts";

/** So many other runs are looked at, newest first. */
const MAX_OTHERS = 20;
const MAX_FILES = 500;

export interface ForeignAsk {
  run: { id: string; cwd: string };
  /** What the run itself is known to have written. */
  named: NamedFiles;
  points: RunPoints;
  files: FileDifference[];
  /** Id of a file's present content; null: gone; undefined: unknown. */
  present(file: string): Promise<string | null | undefined>;
  /** Files that an undo of this run has written. */
  undone: ReadonlySet<string>;
}

export interface ForeignTouch {
  by: TouchedBy[];
  /** Another run was at work on it at the same time: nobody can say whose change is whose. */
  isShared: boolean;
}

/**
 * Who else touched the files of a run, by path: runs in the same folder at the same time or later, and
 * a person where a file is not as the last of them left it. Of two runs at the same time the one whose
 * own tools named the file has it to itself.
 */
export async function readForeignTouches(
  prisma: Tx,
  store: CheckpointStore,
  ask: ForeignAsk,
): Promise<Map<string, ForeignTouch>> {
  const { run, named, points, files } = ask;
  const touched = new Map<string, ForeignTouch>();
  const add = (file: string, by: TouchedBy, isShared: boolean) => {
    const known = touched.get(file);
    touched.set(file, {
      by: [...(known?.by ?? []), by],
      isShared: isShared || known?.isShared === true,
    });
  };
  const others = await prisma.run.findMany({
    where: {
      cwd: run.cwd,
      id: { not: run.id },
      checkpoints: { some: {} },
      OR: [{ endedAt: null }, { endedAt: { gte: points.start.at } }],
    },
    orderBy: { createdAt: "desc" },
    take: MAX_OTHERS,
    select: { id: true, agent: true, ticket: { select: { number: true } } },
  });
  for (const other of others) {
    const { points: theirs } = await readRunPoints(prisma, other.id);
    if (theirs === null) continue;
    const changed = await changedPaths(store, theirs.start.commit, theirs.last.commit);
    const isLater = theirs.start.at >= points.last.at;
    const theirOwn = await readNamedFiles(prisma, { id: other.id, cwd: run.cwd });
    const by: TouchedBy = {
      kind: "run",
      run: other.id,
      agent: other.agent,
      ticket: other.ticket?.number ?? null,
    };
    for (const { path: file } of files) {
      const isOnlyMine = !isLater && named.edited.has(file) && !theirOwn.names(file);
      if (changed.has(file) && !isOnlyMine) add(file, by, !isLater);
    }
  }
  for (const { path: file, after } of files.slice(0, MAX_FILES)) {
    if (touched.has(file) || ask.undone.has(file)) continue;
    const now = await ask.present(file);
    if (now !== undefined && now !== (after?.id ?? null))
      add(file, { kind: "person", run: null, agent: null, ticket: null }, false);
  }
  return touched;
}
