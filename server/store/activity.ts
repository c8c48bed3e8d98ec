import type { ActivityActor, ActivityData, ActivityKind } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { notifyChannel } from "#server/contracts/live.ts";
import { currentRequestId } from "#server/lib/request-context.ts";
import type { Tx } from "./client.ts";
import { toJsonbText } from "./sql/append-events.ts";

export interface ActivityEntry {
  projectId: number;
  ticket: { id: number; number: number } | null;
  actor: ActivityActor;
  kind: ActivityKind;
  data?: ActivityData;
  requestId?: string | null;
}

/** Counters of the numbers that people and the API see, one set per project. */
export type ProjectCounter =
  "nextTicket" | "nextComment" | "nextColumn" | "nextLabel" | "nextMember";

/** The part of an actor that the log keeps. */
export function activityActor(actor: Actor, automationId: string | null = null): ActivityActor {
  return {
    kind: actor.kind,
    slug: actor.slug,
    runId: actor.kind === "agent" ? actor.runId : null,
    automationId,
  };
}

/**
 * Takes the next number of a counter. Locks the project's revision row, so it comes after every other
 * lock of the transaction (rules 8).
 */
export async function takeNumber(
  tx: Tx,
  projectId: number,
  counter: ProjectCounter,
): Promise<number> {
  const row = await tx.projectRevision.update({
    where: { projectId },
    data: { [counter]: { increment: 1 } },
    select: {
      nextTicket: true,
      nextComment: true,
      nextColumn: true,
      nextLabel: true,
      nextMember: true,
    },
  });
  return row[counter] - 1;
}

/**
 * Writes the one activity row of a transaction: takes the project's next revision (the last lock),
 * inserts the row and notifies listeners at commit with `<project id>:<revision>`. Returns the revision.
 */
export async function writeActivity(tx: Tx, entry: ActivityEntry): Promise<number> {
  const { projectId, ticket, actor } = entry;
  // The revision row is the transaction's last lock and every writer waits for it: one statement, not three.
  const [row] = await tx.$queryRaw<{ revision: bigint }[]>`
    WITH taken AS (
      UPDATE "ProjectRevision" SET "revision" = "revision" + 1 WHERE "projectId" = ${projectId} RETURNING "revision"
    ), written AS (
      INSERT INTO "Activity" ("projectId", "revision", "ticketId", "ticketNumber", "at", "actorKind", "actor", "runId",
                              "automationId", "kind", "data", "requestId")
      SELECT ${projectId}::int, taken."revision", ${ticket?.id ?? null}::int, ${ticket?.number ?? null}::int, clock_timestamp(),
             ${actor.kind}, ${actor.slug}, ${actor.runId}::text, ${actor.automationId}::text, ${entry.kind}, ${toJsonbText(entry.data ?? {})}::jsonb,
             ${entry.requestId ?? currentRequestId()}::text
        FROM taken RETURNING "revision"
    )
    SELECT "revision", pg_notify(${notifyChannel}, ${`${projectId}:`}::text || "revision")::text AS told FROM written`;
  if (!row) throw new Error(`project ${projectId}: expected its revision row, found none`);
  return Number(row.revision);
}

/** Hints at a run's new command, after commit; the row is the truth. */
export async function notifyRun(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${notifyChannel}, ${`run:${runId}`})`;
}
