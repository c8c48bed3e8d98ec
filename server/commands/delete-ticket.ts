import type { Actor } from "#server/contracts/actor.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import {
  mayDeleteTicket,
  readAgentFacts,
  readTargetFacts,
  refuseUnlessAllowed,
} from "./agent-rights.ts";
import { lockTicket } from "./lock-rows.ts";
import { requestStop } from "./stop-run.ts";

/**
 * Marks a ticket deleted, closes what is owed on it and tells its runs to stop, in one transaction that
 * waits for no worker (rule 20). Its sub-tickets show as root tickets from now on; a restore brings
 * everything back.
 */
export async function deleteTicket(
  database: Database,
  actor: Actor,
  input: { projectId: number; number: number },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, input.number);
    const agent = await readAgentFacts(tx, actor, projectId);
    if (agent) refuseUnlessAllowed(mayDeleteTicket(await readTargetFacts(tx, actor, ticket.id)));
    await tx.ticket.update({
      where: { id: ticket.id },
      data: {
        deletedAt: now,
        deletedBy: actor.slug,
        revision: { increment: 1 },
        lastActivityAt: now,
        updatedAt: now,
      },
    });
    await tx.firing.updateMany({
      where: { ticketId: ticket.id, state: "owed" },
      data: { state: "closed", reason: "TICKET_CLOSED", settledAt: now },
    });
    const stopped = await requestStop(tx, { ticketId: ticket.id, actor, now });
    const parent =
      ticket.parentId === null
        ? null
        : await tx.ticket.findUnique({ where: { id: ticket.parentId }, select: { number: true } });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "ticket_deleted",
      data: {
        ...(parent ? { parent: parent.number } : {}),
        ...(stopped.length > 0 ? { stopped: stopped.map((run) => run.id) } : {}),
      },
    });
  });
}
