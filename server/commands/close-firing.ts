import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database } from "../store/client.ts";
import { systemActor } from "#server/contracts/actor.ts";
import { inTransaction } from "../store/transaction.ts";

export interface FiringToClose {
  projectId: number;
  firingId: number;
  ticket: { id: number; number: number } | null;
  /** Gate code, shown under Why. */
  reason: string;
  now: Date;
}

/** Settles an owed firing that waiting cannot help, with its reason (rule 1). */
export async function closeFiring(database: Database, firing: FiringToClose): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { count } = await tx.firing.updateMany({
      where: { id: firing.firingId, state: "owed" },
      data: { state: "closed", reason: firing.reason, settledAt: firing.now },
    });
    if (count === 0) return;
    await writeActivity(tx, {
      projectId: firing.projectId,
      ticket: firing.ticket ? { id: firing.ticket.id, number: firing.ticket.number } : null,
      actor: activityActor(systemActor),
      kind: "firing_settled",
      data: { firing: firing.firingId, reason: firing.reason },
    });
  });
}
