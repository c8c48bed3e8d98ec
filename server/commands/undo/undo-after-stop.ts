import { systemActor } from "#server/contracts/actor.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { UserRole } from "#server/contracts/words.ts";
import { describeError } from "../../lib/result.ts";
import type { Database, Tx } from "../../store/client.ts";
import { inTransaction } from "../../store/transaction.ts";
import { carryOutUndo } from "./carry-out.ts";
import { holdFolder } from "./hold-folder.ts";
import { failUndo, lockStarts, refuseBesideOthers, undoneRunFields } from "./undo-run.ts";

/**
 * Carries out what `oweUndo` remembered, for the run's own worker: its process is gone, its group
 * still held. One that its last worker left half done is done again. Returns what went wrong, in words;
 * the row says it, too.
 */
export async function performOwedUndo(
  database: Database,
  input: { runId: string; dataDir: string; now: Date },
): Promise<string | null> {
  const { prisma } = database;
  const owed = await prisma.runUndo.findFirst({
    where: {
      runId: input.runId,
      // Of a run that has ended, one at work is somebody else's.
      OR: [{ state: "owed" }, { state: "doing", run: { state: { not: "ended" } } }],
    },
    orderBy: { createdAt: "asc" },
  });
  if (owed === null) return null;
  try {
    const run = await prisma.run.findUniqueOrThrow({
      where: { id: input.runId },
      select: undoneRunFields,
    });
    await inTransaction(database, async (tx) => {
      await lockStarts(tx, run.projectId);
      await tx.runUndo.update({ where: { id: owed.id }, data: { state: "doing" } });
      await holdFolder(tx, owed.id);
      await refuseBesideOthers(tx, run, ["queued", "ended"]);
    });
    await carryOutUndo(database, {
      dataDir: input.dataDir,
      id: owed.id,
      run,
      ticketNumber: run.ticket?.number ?? null,
      agent: run.agent,
      ask: { toTurn: owed.toTurn, putBack: new Set(), restore: false, isUnseen: true },
      actor: await readActor(prisma, owed.requestedBy),
      now: input.now,
    });
    return null;
  } catch (error) {
    if (isFailure(error) && error.code === "NOTHING_TO_UNDO") {
      await prisma.runUndo.deleteMany({ where: { id: owed.id } });
      return null;
    }
    const message = describeError(error);
    await failUndo(prisma, owed.id, message, input.now);
    return message;
  }
}

/** The person who asked, as the log names them. */
async function readActor(prisma: Tx, handle: string): Promise<Actor> {
  const user = await prisma.user.findUnique({ where: { handle } });
  if (user === null) return systemActor;
  return {
    kind: "person",
    slug: user.handle,
    name: user.name,
    userId: user.id,
    role: user.role as UserRole,
    isMaintainer: user.isMaintainer,
    via: "cookie",
    credentialId: "",
  };
}
