import type { Actor } from "#server/contracts/actor.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange } from "./agent-rights.ts";
import { lockTicket } from "./lock-rows.ts";
import { pickLabels, replaceLabels } from "./pick-labels.ts";

/** Replaces a ticket's labels; unknown ids are dropped, `updatedAt` stays (compat §6.7). */
export async function setTicketLabels(
  database: Database,
  actor: Actor,
  input: { projectId: number; number: number; labelIds: number[] },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, input.number);
    await checkAgentMayChange(tx, actor, projectId, ticket.id);
    const { from, to } = await replaceLabels(tx, ticket.id, await pickLabels(tx, projectId, input));
    if (JSON.stringify(from) === JSON.stringify(to)) return;
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { revision: { increment: 1 }, lastActivityAt: now },
    });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "ticket_changed",
      data: { changes: [{ field: "labels", from, to }] },
    });
  });
}
