import type { Actor } from "#server/contracts/actor.ts";
import { Failure, isFailure } from "#server/contracts/failure.ts";
import type { UndoAnswer, UndoRequest } from "#server/contracts/undo.ts";
import { loadEnv } from "../../env.ts";
import { openCheckpoints } from "../../lib/checkpoints/own-git.ts";
import { newRunId } from "../../lib/ids.ts";
import { describeError } from "../../lib/result.ts";
import { runUnknown } from "../../queries/run.ts";
import type { Database, Tx } from "../../store/client.ts";
import { inTransaction } from "../../store/transaction.ts";
import { carryOutUndo } from "./carry-out.ts";
import { holdFolder, refuseBesideUndo } from "./hold-folder.ts";
import { planUndo } from "./plan-undo.ts";
import type { UndoAsk } from "./undoing.ts";

export interface UndoInput extends UndoRequest {
  projectId: number;
  runId: string;
  /** Absent: this installation's. */
  dataDir?: string;
}

export const undoneRunFields = {
  id: true,
  projectId: true,
  ticketId: true,
  automationId: true,
  cwd: true,
  admittedRevision: true,
  agent: true,
  state: true,
  ticket: { select: { number: true } },
} as const;

/**
 * POST …/runs/{id}/undo: says what an undo would do, or does it. 409 `RUN_ACTIVE` while the run or
 * another one in the same folder is at work, 409 `UNDO_ACTIVE`, 422 `NO_CHECKPOINT`, `TURN_UNKNOWN`,
 * `NOTHING_TO_UNDO`.
 */
export async function undoRun(
  database: Database,
  actor: Actor,
  input: UndoInput,
  now: Date,
): Promise<UndoAnswer> {
  const run = await database.prisma.run.findFirst({
    where: { id: input.runId, projectId: input.projectId },
    select: undoneRunFields,
  });
  if (!run) throw runUnknown(input.runId);
  const dataDir = input.dataDir ?? loadEnv().dataDir;
  const ask: UndoAsk = {
    toTurn: input.toTurn ?? null,
    putBack: new Set(input.putBack),
    restore: input.restore ?? false,
    isUnseen: false,
  };
  await refuseWhileActive(database.prisma, run);
  if (input.preview === true) {
    const store = await openCheckpoints(dataDir, input.projectId);
    const { plan } = await planUndo(database.prisma, store, run, ask);
    return { undo: null, plan, problems: [] };
  }
  const id = await inTransaction(database, async (tx) => {
    await lockStarts(tx, input.projectId);
    await refuseWhileActive(tx, run);
    await refuseBesideUndo(tx, input.projectId);
    const row = await tx.runUndo.create({
      data: {
        id: newRunId(),
        projectId: input.projectId,
        runId: run.id,
        toTurn: ask.toTurn,
        state: "doing",
        requestedBy: actor.slug,
        requestedByKind: actor.kind,
        createdAt: now,
      },
    });
    await holdFolder(tx, row.id);
    return row.id;
  });
  const { ticket, agent } = run;
  try {
    return await carryOutUndo(database, {
      dataDir,
      id,
      run,
      ticketNumber: ticket?.number ?? null,
      agent,
      ask,
      actor,
      now,
    });
  } catch (error) {
    const { prisma } = database;
    // Refused: nothing has happened, so there is nothing to remember.
    if (isFailure(error)) await prisma.runUndo.deleteMany({ where: { id } });
    else await failUndo(prisma, id, describeError(error), now);
    throw error;
  }
}

/** Says in the row of an undo why it was not done. */
export async function failUndo(prisma: Tx, id: string, error: string, now: Date): Promise<void> {
  await prisma.runUndo.updateMany({
    where: { id, state: { in: ["owed", "doing"] } },
    data: { state: "failed", error, finishedAt: now },
  });
}

/** Every admission of the project takes this row, so none comes between the look and the hold. */
export async function lockStarts(tx: Tx, projectId: number): Promise<void> {
  await tx.$executeRaw`INSERT INTO "BudgetLock" ("projectId") VALUES (${projectId}) ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${projectId} FOR NO KEY UPDATE`;
}

async function refuseWhileActive(
  prisma: Tx,
  run: { id: string; cwd: string; state: string },
): Promise<void> {
  if (run.state !== "ended") {
    throw new Failure(409, "RUN_ACTIVE", "the run has not ended yet: stop it first");
  }
  await refuseBesideOthers(prisma, run, ["ended"]);
}

/** Two cannot write the same folder: an undo waits for nobody, so it is refused. */
export async function refuseBesideOthers(
  prisma: Tx,
  run: { id: string; cwd: string },
  resting: ("queued" | "ended")[],
): Promise<void> {
  const other = await prisma.run.findFirst({
    where: { cwd: run.cwd, id: { not: run.id }, state: { notIn: resting } },
    select: { agent: true, ticket: { select: { number: true } } },
  });
  if (other === null) return;
  const where = other.ticket === null ? "" : ` on #${other.ticket.number}`;
  throw new Failure(
    409,
    "RUN_ACTIVE",
    `${other.agent} is at work in the same folder${where}: let it finish or stop it first`,
  );
}
