import type { Actor } from "#server/contracts/actor.ts";
import type { FieldChange } from "#server/contracts/activity.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { UndoAnswer } from "#server/contracts/undo.ts";
import { keepSnapshot } from "../../lib/checkpoints/keep.ts";
import { openCheckpoints } from "../../lib/checkpoints/own-git.ts";
import type { CheckpointStore } from "../../lib/checkpoints/own-git.ts";
import { putBack } from "../../lib/checkpoints/put-back.ts";
import { revertCommits } from "../../lib/checkpoints/revert-commits.ts";
import { readGitFolder } from "../../lib/git-folder.ts";
import { toUndoState } from "../../queries/run-checkpoints.ts";
import { activityActor, writeActivity } from "../../store/activity.ts";
import type { Database, Tx } from "../../store/client.ts";
import { inTransaction } from "../../store/transaction.ts";
import { moveTicket } from "../apply-actions.ts";
import { deleteTicket } from "../delete-ticket.ts";
import { ensureLabels } from "../ensure-labels.ts";
import { lockAllColumns } from "../lock-rows.ts";
import { restoreTicket } from "../restore-ticket.ts";
import { describeUndo } from "./describe-undo.ts";
import { whileHolding } from "./hold-folder.ts";
import { planUndo } from "./plan-undo.ts";
import type { UndoAsk, UndoDone, Undoing, UndoneRun } from "./undoing.ts";

export interface UndoJob {
  dataDir: string;
  /** Id of its row, whose state is `doing`. */
  id: string;
  run: UndoneRun;
  /** Number of its ticket. */
  ticketNumber: number | null;
  agent: string;
  ask: UndoAsk;
  actor: Actor;
  now: Date;
}

/**
 * Does an undo: commits first, then files, then the board, each step such that doing it again changes
 * nothing more. A refusal comes before anything is changed. Its row ends `done`; when it rejects, what
 * becomes of the row is the caller's choice.
 */
export async function carryOutUndo(database: Database, job: UndoJob): Promise<UndoAnswer> {
  return whileHolding(database.prisma, job.id, () => carryOut(database, job));
}

async function carryOut(database: Database, job: UndoJob): Promise<UndoAnswer> {
  const { run, actor, now } = job;
  const store = await openCheckpoints(job.dataDir, run.projectId);
  const undoing = await planUndo(database.prisma, store, run, job.ask);
  const { plan } = undoing;

  const before = await keep(store, job, "before");
  const reverted = await revertCommits(run.cwd, undoing.range);
  if (reverted !== null) {
    plan.commits = reverted.ok ? reverted.commits : [];
    plan.commitsStay = reverted.ok ? null : reverted.why;
  }
  const problems = await putBack(store, run.cwd, undoing.steps);
  const after = await keep(store, job, "after");
  plan.tickets = await changeTickets(database, job, undoing);

  const broken = new Set(problems.map((problem) => problem.path));
  const paths = undoing.steps
    .filter((step) => step.kind !== "conflict" && !broken.has(step.path))
    .map((step) => step.path);
  const undo = await inTransaction(database, async (tx) => {
    const changes = await changeBoard(tx, job, undoing);
    const done: UndoDone = {
      target: undoing.target,
      paths,
      tickets: plan.tickets.map((ticket) => ticket.number),
      column: plan.column,
      labels: plan.labels,
    };
    const row = await tx.runUndo.update({
      where: { id: job.id },
      data: {
        state: "done",
        restores: undoing.restores?.id ?? null,
        commitBefore: before.commit,
        commitAfter: after.commit,
        headBefore: before.head,
        headAfter: after.head,
        done: { ...done },
        finishedAt: now,
      },
    });
    await writeActivity(tx, {
      projectId: run.projectId,
      ticket:
        run.ticketId === null || job.ticketNumber === null
          ? null
          : { id: run.ticketId, number: job.ticketNumber },
      actor: activityActor(actor),
      kind: "run_undone",
      data: {
        run: run.id,
        agent: job.agent,
        changes,
        actions: describeUndo(undoing, { files: paths.length, commits: plan.commits.length }),
      },
    });
    return row;
  });
  return { undo: toUndoState(undo), plan, problems };
}

async function keep(store: CheckpointStore, { id, run }: UndoJob, side: "before" | "after") {
  const [{ commit }, folder] = await Promise.all([
    keepSnapshot(store, run.cwd, { run: run.id, name: `undo-${id}-${side}` }),
    readGitFolder(run.cwd),
  ]);
  return { commit, head: folder?.commit ?? null };
}

/** Tickets the run made are deleted, or brought back; one that is gone meanwhile is left out. */
async function changeTickets(
  database: Database,
  { run, actor, now }: UndoJob,
  { plan, restores }: Undoing,
): Promise<Undoing["plan"]["tickets"]> {
  const change = restores === null ? deleteTicket : restoreTicket;
  const changed: Undoing["plan"]["tickets"] = [];
  for (const ticket of plan.tickets) {
    try {
      await change(database, actor, { projectId: run.projectId, number: ticket.number }, now);
      changed.push(ticket);
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }
  return changed;
}

/** Column and labels, where they still are as they were when the plan was made. */
async function changeBoard(
  tx: Tx,
  { run, now }: UndoJob,
  { plan }: Undoing,
): Promise<FieldChange[]> {
  const { ticketId, projectId } = run;
  if (ticketId === null || (plan.column === null && plan.labels === null)) return [];
  const columns = await lockAllColumns(tx, projectId);
  await tx.$executeRaw`SELECT 1 FROM "Ticket" WHERE "id" = ${ticketId} FOR NO KEY UPDATE`;
  const ticket = await tx.ticket.findFirst({
    where: { id: ticketId, deletedAt: null },
    select: { columnId: true },
  });
  const place = columns.find((column) => column.id === ticket?.columnId)?.name;
  const changes: FieldChange[] = [];
  if (ticket !== null && plan.column !== null) {
    const change =
      place === plan.column.from
        ? await moveTicket(tx, { projectId, ticketId, now }, plan.column.to)
        : null;
    if (change === null) plan.column = null;
    else changes.push(change);
  }
  if (ticket !== null && plan.labels !== null) {
    await tx.ticketLabel.deleteMany({ where: { ticketId } });
    const labels = await ensureLabels(tx, projectId, plan.labels.to);
    await tx.ticketLabel.createMany({ data: labels.map((labelId) => ({ ticketId, labelId })) });
    changes.push({ field: "labels", ...plan.labels });
  }
  if (changes.length > 0) {
    await tx.ticket.update({
      where: { id: ticketId },
      data: { revision: { increment: 1 }, updatedAt: now, lastActivityAt: now },
    });
  }
  return changes;
}
