import { systemActor } from "#server/contracts/actor.ts";
import { withdrawQueuedRun } from "../commands/withdraw-queued-run.ts";
import { failpoint } from "../lib/failpoint.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import { claimQueuedRuns } from "../store/sql/claim-queued-runs.ts";
import { inTransaction } from "../store/transaction.ts";
import type { WorkerContext } from "./context.ts";

/** So many at once, so that workers share what waits. */
export const CLAIMS_AT_ONCE = 8;

/** A run that is this worker's now. */
export interface ClaimedRun {
  id: string;
  fence: number;
}

/**
 * Takes the next queued runs, in one statement, and hands each to `start`. One whose ticket was moved or
 * reassigned by a person, or deleted since the admission, is withdrawn as `stopped` (rule 20). Returns
 * whether others may still wait.
 */
export async function claimRuns(
  context: WorkerContext,
  start: (run: ClaimedRun) => void,
  atMost: number,
): Promise<boolean> {
  const { database, workerId } = context;
  failpoint("claim.beforeCommit");
  const found = await claimQueuedRuns(database.sql, workerId, atMost);
  if (found.length > 0) failpoint("claim.afterCommit");
  for (const one of found) if (one.kind === "claimed") start({ id: one.id, fence: one.fence });
  for (const one of found) if (one.kind === "revoked") await withdraw(context, one.id, one.by);
  return found.length === atMost;
}

async function withdraw({ database }: WorkerContext, runId: string, by: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const run = await tx.run.findUniqueOrThrow({
      where: { id: runId },
      select: { projectId: true, agent: true, ticket: { select: { id: true, number: true } } },
    });
    const now = new Date();
    const isOurs = await withdrawQueuedRun(tx, runId, {
      stopRequestedAt: now,
      stopRequestedBy: by,
      stopRequestedByKind: "system",
      now,
    });
    if (!isOurs) return;
    await writeActivity(tx, {
      projectId: run.projectId,
      ticket: run.ticket,
      actor: activityActor(systemActor),
      kind: "run_withdrawn",
      data: { run: runId, agent: run.agent, outcome: "stopped" },
    });
  });
}
