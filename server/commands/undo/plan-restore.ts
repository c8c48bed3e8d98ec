import { Failure } from "#server/contracts/failure.ts";
import type { UndoPlan } from "#server/contracts/undo.ts";
import type { CheckpointStore } from "../../lib/checkpoints/own-git.ts";
import { planPutBack } from "../../lib/checkpoints/put-back.ts";
import { planRevert } from "../../lib/checkpoints/revert-commits.ts";
import { takeSnapshot } from "../../lib/checkpoints/snapshot.ts";
import { readUndosInForce } from "../../queries/run-checkpoints.ts";
import type { Tx } from "../../store/client.ts";
import { readTicketPlace } from "./plan-board.ts";
import { readDone, toFile } from "./undoing.ts";
import type { UndoDone, Undoing, UndoneRun } from "./undoing.ts";

/** Taking the run's last undo back: its files, commits, tickets, column and labels, nothing else. */
export async function planRestore(
  prisma: Tx,
  store: CheckpointStore,
  run: UndoneRun,
  putBack: ReadonlySet<string>,
): Promise<Undoing> {
  const undo = (await readUndosInForce(prisma, run.id)).at(-1);
  if (!undo || undo.commitBefore === null || undo.commitAfter === null) {
    throw new Failure(422, "NOTHING_TO_UNDO", "there is no undo of this run to take back");
  }
  const done = readDone(undo);
  const steps = await planPutBack(store, {
    target: undo.commitBefore,
    base: undo.commitAfter,
    now: await takeSnapshot(store, run.cwd),
    forced: putBack,
    only: new Set(done.paths),
  });
  const range = { since: undo.headBefore, until: undo.headAfter };
  const revert = await planRevert(run.cwd, range);
  return {
    steps,
    range,
    target: undo.commitBefore,
    restores: undo,
    plan: {
      files: steps.map((step) => toFile(step, { also: [], isNamed: true })),
      commits: revert.ok ? revert.commits : [],
      commitsStay: revert.ok ? null : revert.why,
      commitsOfOthers: [],
      ...(await planBoardBack(prisma, run, done)),
      beyond: { pushes: [], network: [] },
      skipped: null,
    },
  };
}

async function planBoardBack(
  prisma: Tx,
  run: UndoneRun,
  done: UndoDone,
): Promise<Pick<UndoPlan, "tickets" | "column" | "labels" | "boardStays">> {
  const tickets = await prisma.ticket.findMany({
    where: { projectId: run.projectId, number: { in: done.tickets }, deletedAt: { not: null } },
    select: { number: true, title: true },
    orderBy: { number: "asc" },
  });
  const place = run.ticketId === null ? null : await readTicketPlace(prisma, run.ticketId);
  const isColumnOurs = done.column !== null && place?.column === done.column.to;
  const isLabelsOurs =
    done.labels !== null && place?.labels.join("\n") === done.labels.to.join("\n");
  return {
    tickets,
    column:
      isColumnOurs && done.column !== null ? { from: done.column.to, to: done.column.from } : null,
    labels:
      isLabelsOurs && done.labels !== null ? { from: done.labels.to, to: done.labels.from } : null,
    boardStays: [
      ...(done.column !== null && !isColumnOurs ? (["column"] as const) : []),
      ...(done.labels !== null && !isLabelsOurs ? (["labels"] as const) : []),
    ],
  };
}
