import { Failure } from "#server/contracts/failure.ts";
import { skippedSchema } from "#server/contracts/undo.ts";
import type { TouchedBy } from "#server/contracts/undo.ts";
import { compareTrees, listTree } from "../../lib/checkpoints/compare.ts";
import type { FileSide } from "../../lib/checkpoints/compare.ts";
import type { CheckpointStore } from "../../lib/checkpoints/own-git.ts";
import { leaveAlone, planPutBack } from "../../lib/checkpoints/put-back.ts";
import type { FileStep } from "../../lib/checkpoints/put-back.ts";
import { planRevert } from "../../lib/checkpoints/revert-commits.ts";
import { takeSnapshot } from "../../lib/checkpoints/snapshot.ts";
import { readOwnCommits } from "../../queries/own-commits.ts";
import { readOwnEdits } from "../../queries/own-edits.ts";
import type { OwnEdits } from "../../queries/own-edits.ts";
import { readBeyondReach } from "../../queries/beyond-reach.ts";
import { readForeignTouches } from "../../queries/foreign-touches.ts";
import { readNamedFiles } from "../../queries/named-files.ts";
import { readRunPoints, readUndosInForce } from "../../queries/run-checkpoints.ts";
import type { Tx } from "../../store/client.ts";
import type { RunUndo } from "../../store/generated/client.ts";
import { readOwnBases } from "./own-bases.ts";
import { planBoard } from "./plan-board.ts";
import { planRestore } from "./plan-restore.ts";
import { readDone, toFile } from "./undoing.ts";
import type { UndoAsk, Undoing, UndoneRun } from "./undoing.ts";

/** 422 `NO_CHECKPOINT`, `TURN_UNKNOWN`, `NOTHING_TO_UNDO`. */
export async function planUndo(
  prisma: Tx,
  store: CheckpointStore,
  run: UndoneRun,
  ask: UndoAsk,
): Promise<Undoing> {
  const undoing = ask.restore
    ? await planRestore(prisma, store, run, ask.putBack)
    : await planWhole(prisma, store, run, ask);
  const { files, commits, commitsStay, tickets, column, labels } = undoing.plan;
  const isSomething = files.length + commits.length + tickets.length > 0;
  if (!isSomething && commitsStay === null && column === null && labels === null) {
    throw new Failure(422, "NOTHING_TO_UNDO", "everything is already as it was");
  }
  return undoing;
}

async function planWhole(
  prisma: Tx,
  store: CheckpointStore,
  run: UndoneRun,
  ask: UndoAsk,
): Promise<Undoing> {
  const { points, problem } = await readRunPoints(prisma, run.id);
  if (points === null) {
    const why = problem === null ? "" : `: ${problem}`;
    throw new Failure(422, "NO_CHECKPOINT", `the files of this run were not recorded${why}`);
  }
  const turn = ask.toTurn ?? 0;
  const target = turn === 0 ? points.start : points.turns.find((point) => point.turn === turn);
  if (!target) {
    throw new Failure(
      422,
      "TURN_UNKNOWN",
      `toTurn: expected a turn that was recorded, found ${turn}`,
    );
  }
  const now = await takeSnapshot(store, run.cwd);
  const undos = await readUndosInForce(prisma, run.id);
  const moved = await readMoved(store, undos);
  const [changed, present, named] = await Promise.all([
    compareTrees(store, target.commit, points.last.commit),
    listTree(store, now.tree),
    readNamedFiles(prisma, run),
  ]);
  const edits = named.hasCommands ? noEdits : await readOwnEdits(prisma, run, turn);
  const own = await readOwnBases(store, edits, changed);
  const found = await planPutBack(store, {
    target: target.commit,
    base: points.last.commit,
    now,
    forced: ask.putBack,
    moved: new Map([...own.bases, ...moved]),
  });
  const isOwn = await readOwnCommits(prisma, run.id);
  const range = { since: target.head, until: points.last.head, isOwn };
  const revert = await planRevert(run.cwd, range);
  const wanted = new Set(found.map((step) => step.path));
  const also = await readForeignTouches(prisma, store, {
    run,
    named,
    points,
    files: changed.filter((file) => wanted.has(file.path)),
    present: (file) => Promise.resolve(present.get(file)?.id ?? null),
    undone: new Set(moved.keys()),
  });
  const committed = new Set(revert.foreign.flatMap((commit) => commit.paths));
  const steps = found.map((step): FileStep => {
    if (ask.putBack.has(step.path)) return step;
    if (also.get(step.path)?.isShared && !own.known.has(step.path))
      return leaveAlone(step, "shared");
    if (committed.has(step.path) && !own.known.has(step.path)) return leaveAlone(step, "committed");
    const isCertain = named.names(step.path) || (named.hasCommands && !ask.isUnseen);
    return isCertain ? step : leaveAlone(step, "not_named");
  });
  const since = turn === 0 ? null : target.at;
  return {
    steps,
    range,
    target: target.commit,
    restores: null,
    plan: {
      files: steps.map((step) =>
        toFile(step, {
          also: also.get(step.path)?.by ?? (own.bases.has(step.path) ? [aPerson] : []),
          isNamed: named.names(step.path),
        }),
      ),
      commits: revert.ok ? revert.commits : [],
      commitsStay: revert.ok ? null : revert.why,
      commitsOfOthers: revert.foreign.map(({ id, subject }) => ({ id, subject })),
      ...(await planBoard(prisma, { run, since })),
      beyond: await readBeyondReach(prisma, run.id, since),
      skipped: skippedSchema.safeParse(points.last.skipped).data ?? null,
    },
  };
}

const noEdits: ReadonlyMap<string, OwnEdits> = new Map();
const aPerson: TouchedBy = { kind: "person", run: null, agent: null, ticket: null };

/** What undos in force led their files to; what others changed besides is not theirs. */
async function readMoved(store: CheckpointStore, undos: RunUndo[]): Promise<Map<string, FileSide>> {
  const moved = new Map<string, FileSide>();
  for (const undo of undos) {
    const { target, paths } = readDone(undo);
    if (target === null) continue;
    const tree = await listTree(store, target);
    for (const path of paths) moved.set(path, tree.get(path) ?? null);
  }
  return moved;
}
