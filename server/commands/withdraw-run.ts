import type { Actor } from "#server/contracts/actor.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import { findTicket } from "../queries/find-project.ts";
import type { Database } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";
import { withdrawQueuedRun } from "./withdraw-queued-run.ts";

/**
 * DELETE …/tickets/{n}/run: takes back what people asked for and nothing has begun: owed manual starts
 * and messages of the ticket, and its queued runs. Nothing to take back is no error.
 */
export async function withdrawRun(
  database: Database,
  actor: Actor,
  input: { projectId: number; ticketNumber: number },
  now: Date,
): Promise<void> {
  const ticket = await findTicket(database, input.projectId, input.ticketNumber);
  await inTransaction(database, async (tx) => {
    const runs = await tx.run.findMany({
      where: { ticketId: ticket.id, state: "queued" },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    const withdrawn: string[] = [];
    for (const run of runs) {
      const by = {
        stopRequestedAt: now,
        stopRequestedBy: actor.slug,
        stopRequestedByKind: actor.kind,
      };
      if (await withdrawQueuedRun(tx, run.id, { ...by, now })) withdrawn.push(run.id);
    }
    const { count } = await tx.firing.updateMany({
      where: { ticketId: ticket.id, state: "owed", cause: { in: ["manual", "message"] } },
      data: { state: "closed", reason: "withdrawn", settledAt: now },
    });
    if (count === 0 && withdrawn.length === 0) return;
    await writeActivity(tx, {
      projectId: input.projectId,
      ticket: { id: ticket.id, number: ticket.number },
      actor: activityActor(actor),
      kind: "run_withdrawn",
      data: withdrawn[0] === undefined ? {} : { run: withdrawn[0] },
    });
  });
}
