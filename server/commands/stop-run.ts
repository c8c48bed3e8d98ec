import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, notifyRun, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";
import { oweUndo } from "./undo/owe-undo.ts";
import { withdrawQueuedRun } from "./withdraw-queued-run.ts";

export interface StopRequest {
  actor: Actor;
  now: Date;
  runId?: string;
  /** Every active run of the ticket. */
  ticketId?: number;
  /** Only what was admitted after this revision of the project. */
  since?: number | undefined;
}

export interface StoppedRun {
  id: string;
  agent: string;
  /** True: it was queued and is withdrawn now; false: the worker was told. */
  isWithdrawn: boolean;
}

/**
 * Asks for the end of one run, or of all active runs of a ticket, inside the caller's transaction,
 * after its ticket lock. A queued run is withdrawn at once; a live one gets its `stopRequestedAt`, which
 * the worker acts on. A second request changes nothing. Writes NO activity: the caller's own row names
 * the runs (a transaction has one). Returns the runs that were told now.
 */
export async function requestStop(tx: Tx, request: StopRequest): Promise<StoppedRun[]> {
  const { actor, now } = request;
  const runs = await tx.run.findMany({
    where: {
      ...(request.runId === undefined ? {} : { id: request.runId }),
      ...(request.ticketId === undefined ? {} : { ticketId: request.ticketId }),
      ...(request.runId === undefined && request.ticketId === undefined ? { id: "" } : {}),
      ...(request.since === undefined ? {} : { admittedRevision: { gt: request.since } }),
      state: { not: "ended" },
      stopRequestedAt: null,
    },
    select: { id: true, agent: true },
    orderBy: { id: "asc" },
  });
  const told: StoppedRun[] = [];
  for (const run of runs) {
    const by = {
      stopRequestedAt: now,
      stopRequestedBy: actor.slug,
      stopRequestedByKind: actor.kind,
    };
    const isWithdrawn = await withdrawQueuedRun(tx, run.id, { ...by, now });
    if (!isWithdrawn) {
      const { count } = await tx.run.updateMany({
        where: { id: run.id, state: { not: "ended" }, stopRequestedAt: null },
        data: by,
      });
      if (count === 0) continue;
    }
    await notifyRun(tx, run.id);
    told.push({ id: run.id, agent: run.agent, isWithdrawn });
  }
  return told;
}

/** Remembers that what these runs changed is taken back once they have stopped; a withdrawn one changed nothing. */
export async function requestUndo(
  tx: Tx,
  projectId: number,
  stopped: readonly StoppedRun[],
  actor: Actor,
  now: Date,
): Promise<void> {
  for (const run of stopped) {
    if (!run.isWithdrawn) await oweUndo(tx, { id: run.id, projectId }, actor, now);
  }
}

/**
 * POST …/runs/{id}/stop: idempotent; an ended run is not an error (rule 37). With `undo` its worker
 * takes its changes back once it has stopped; 409 `RUN_ENDED` when it is too late to ask for that.
 */
export async function stopRun(
  database: Database,
  actor: Actor,
  input: { projectId: number; runId: string; undo?: boolean | undefined },
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const run = await tx.run.findFirst({
      where: { id: input.runId, projectId: input.projectId },
      select: {
        id: true,
        projectId: true,
        agent: true,
        ticket: { select: { id: true, number: true } },
      },
    });
    if (!run) throw new Failure(404, "RUN_UNKNOWN", `no run ${input.runId} in this project`);
    const told = await requestStop(tx, { runId: run.id, actor, now });
    if (input.undo === true && told[0]?.isWithdrawn !== true)
      await oweUndoOfStop(tx, run, actor, now);
    const [first] = told;
    if (!first) return;
    await writeActivity(tx, {
      projectId: input.projectId,
      ticket: run.ticket,
      actor: activityActor(actor),
      kind: first.isWithdrawn ? "run_withdrawn" : "run_stop_requested",
      data: { run: run.id, agent: run.agent },
    });
  });
}

/** Under the run's lock, which its settlement takes too: asked for before it, or refused. */
async function oweUndoOfStop(
  tx: Tx,
  run: { id: string; projectId: number },
  actor: Actor,
  now: Date,
): Promise<void> {
  const [active] = await tx.$queryRaw<{ state: string }[]>`
    SELECT "state" FROM "Run" WHERE "id" = ${run.id} FOR NO KEY UPDATE`;
  if (active?.state === "ended") {
    throw new Failure(409, "RUN_ENDED", "the run has ended already: undo it from its summary");
  }
  await oweUndo(tx, run, actor, now);
}
