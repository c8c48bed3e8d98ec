import type { Tx } from "../store/client.ts";

export interface Withdrawal {
  stopRequestedAt: Date;
  stopRequestedBy: string;
  stopRequestedByKind: string;
  now: Date;
}

/**
 * Ends a run that no worker has claimed: outcome `stopped`, its money free again, its firing closed.
 * Returns false when it is not `queued` any more (then the worker must be told). The card stays where
 * it is (rule 3).
 */
export async function withdrawQueuedRun(
  tx: Tx,
  runId: string,
  withdrawal: Withdrawal,
): Promise<boolean> {
  const { now, ...by } = withdrawal;
  const { count } = await tx.run.updateMany({
    where: { id: runId, state: "queued" },
    data: { ...by, state: "ended", outcome: "stopped", endedAt: now, tokenSecret: null },
  });
  if (count === 0) return false;
  await tx.reservation.updateMany({ where: { runId, closedAt: null }, data: { closedAt: now } });
  await tx.firing.updateMany({
    where: { runs: { some: { id: runId } }, state: "admitted" },
    data: { state: "closed", reason: "stopped", settledAt: now },
  });
  return true;
}
