import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { findTicket } from "#server/queries/find-project.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockColumnsById, lockTicket } from "./lock-rows.ts";
import { placeInColumn } from "./order-key.ts";

/** A deleted ticket can be brought back for this long. */
const RESTORE_WITHIN_MS = 30 * 24 * 3_600_000;

/** Brings a deleted ticket back, before another one or at the end of its column; a ticket that is not deleted stays as it is. */
export async function restoreTicket(
  database: Database,
  actor: Actor,
  input: { projectId: number; number: number; before?: number | null | undefined },
  now: Date,
): Promise<{ id: number }> {
  const { projectId } = input;
  return inTransaction(database, async (tx) => {
    const { columnId } = await findTicket(tx, projectId, input.number, { withDeleted: true });
    await lockColumnsById(tx, [columnId]);
    const ticket = await lockTicket(tx, projectId, input.number, { withDeleted: true });
    if (!ticket.deletedAt) return { id: ticket.id };
    if (now.getTime() - ticket.deletedAt.getTime() > RESTORE_WITHIN_MS) {
      throw new Failure(
        404,
        "TICKET_UNKNOWN",
        `ticket #${input.number} was deleted more than 30 days ago`,
      );
    }
    const { orderKey, isRebalanced } = await placeInColumn(
      tx,
      ticket.columnId,
      { before: input.before ?? null },
      ticket.id,
    );
    await tx.ticket.update({
      where: { id: ticket.id },
      data: {
        deletedAt: null,
        deletedBy: null,
        orderKey,
        revision: { increment: 1 },
        enteredColumnAt: now,
        lastActivityAt: now,
        updatedAt: now,
      },
    });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "ticket_restored",
      data: isRebalanced ? { resync: true } : {},
    });
    return { id: ticket.id };
  });
}
