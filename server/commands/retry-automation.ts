import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/**
 * "Try again" on a rule without tickets: its failed runs so far count no more (gates BACKOFF and
 * RETRIES_SPENT), what it owes is due at once, and Needs you speaks of it no more. 404 `AUTOMATION_UNKNOWN`.
 */
export async function retryAutomation(
  database: Database,
  actor: Actor,
  input: { projectId: number; automation: string },
  now: Date,
): Promise<void> {
  const { projectId, automation } = input;
  await inTransaction(database, async (tx) => {
    const { count } = await tx.automationState.updateMany({
      where: { projectId, automationId: automation },
      data: { failuresSince: now, updatedAt: now },
    });
    if (count === 0) {
      throw new Failure(404, "AUTOMATION_UNKNOWN", `no automation "${automation}" in this project`);
    }
    await tx.firing.updateMany({
      where: {
        projectId,
        automationId: automation,
        ticketId: null,
        state: "owed",
        cause: { in: ["trigger", "retry"] },
        failures: { gt: 0 },
      },
      data: { failures: 0, dueAt: now },
    });
    await tx.$executeRaw`
      UPDATE "InboxItem" i SET "closedAt" = ${now}, "closedBy" = ${actor.slug}
        FROM "Run" r
       WHERE i."projectId" = ${projectId} AND i."kind" = 'stuck' AND i."closedAt" IS NULL AND i."ticketId" IS NULL
         AND r."id" = i."runId" AND r."automationId" = ${automation}`;
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "automation_retried",
      data: { automation },
    });
  });
}
