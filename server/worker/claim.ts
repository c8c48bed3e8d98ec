import { systemActor } from "#server/contracts/actor.ts";
import { withdrawQueuedRun } from "../commands/withdraw-queued-run.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import { claimQueuedRun } from "../store/sql/claim-queued-run.ts";
import { inTransaction } from "../store/transaction.ts";
import type { WorkerContext } from "./context.ts";

/**
 * Takes the next queued run, in one statement. One whose ticket was moved or reassigned by a person, or
 * deleted since the admission, is withdrawn as `stopped` and the next one is tried (rule 20). Null when
 * none waits.
 */
export async function claimRun(
  context: WorkerContext,
): Promise<{ id: string; fence: number } | null> {
  for (;;) {
    const found = await claimQueuedRun(context.database.prisma, context.workerId);
    if (found === null) return null;
    if (found.kind === "claimed") return { id: found.id, fence: found.fence };
    await withdraw(context, found.id, found.by);
  }
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
