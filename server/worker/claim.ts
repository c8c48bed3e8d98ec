import { systemActor } from "#server/contracts/actor.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { claimQueuedRun } from "../store/sql/claim-queued-run.ts";
import { inTransaction } from "../store/transaction.ts";
import { withdrawQueuedRun } from "../commands/withdraw-queued-run.ts";
import type { WorkerContext } from "./context.ts";

/**
 * Takes the next queued run. Its ticket is read again in the claim's transaction: moved or reassigned
 * by a person, or deleted since the admission → the run is withdrawn as `stopped` and the next one is
 * tried (rule 20). Null when none waits.
 */
export async function claimRun(
  context: WorkerContext,
): Promise<{ id: string; fence: number } | null> {
  for (;;) {
    const found = await inTransaction(context.database, async (tx) => {
      const claimed = await claimQueuedRun(tx, context.workerId);
      if (claimed === null) return { kind: "none" as const };
      const by = await findIntervention(tx, claimed.id);
      if (by === null) return { kind: "claimed" as const, claimed };
      await withdraw(tx, claimed.id, by);
      return { kind: "withdrawn" as const };
    });
    if (found.kind === "none") return null;
    if (found.kind === "claimed") return found.claimed;
  }
}

/** Who took the ticket out of the run's hands since its admission; null = nobody. */
async function findIntervention(tx: Tx, runId: string): Promise<string | null> {
  const run = await tx.run.findUniqueOrThrow({
    where: { id: runId },
    select: {
      ticketId: true,
      admittedRevision: true,
      ticket: { select: { deletedAt: true, deletedBy: true } },
    },
  });
  if (run.ticketId === null || run.ticket === null) return null;
  if (run.ticket.deletedAt !== null) return run.ticket.deletedBy ?? "system";
  const [row] = await tx.$queryRaw<{ actor: string }[]>`
    SELECT "actor" FROM "Activity"
     WHERE "ticketId" = ${run.ticketId} AND "revision" > ${run.admittedRevision} AND "actorKind" = 'person'
       AND ("data"->'changes' @> '[{"field":"status"}]' OR "data"->'changes' @> '[{"field":"assignee"}]')
     LIMIT 1`;
  return row?.actor ?? null;
}

async function withdraw(tx: Tx, runId: string, by: string): Promise<void> {
  // The claim of this very transaction is undone first: only a queued run is withdrawn.
  const run = await tx.run.update({
    where: { id: runId },
    data: { state: "queued" },
    select: { projectId: true, agent: true, ticket: { select: { id: true, number: true } } },
  });
  const now = new Date();
  await withdrawQueuedRun(tx, runId, {
    stopRequestedAt: now,
    stopRequestedBy: by,
    stopRequestedByKind: "system",
    now,
  });
  await writeActivity(tx, {
    projectId: run.projectId,
    ticket: run.ticket,
    actor: activityActor(systemActor),
    kind: "run_withdrawn",
    data: { run: runId, agent: run.agent, outcome: "stopped" },
  });
}
