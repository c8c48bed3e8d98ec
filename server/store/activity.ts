import type { ActivityActor, ActivityData, ActivityKind } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { notifyChannel } from "#server/contracts/live.ts";
import { currentRequestId } from "#server/lib/request-context.ts";
import type { Tx } from "./client.ts";
import { Prisma } from "./generated/client.ts";
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
  const { projectId } = entry;
  // The revision row is the transaction's last lock and every writer waits for it: one statement, not three.
  const [row] = await tx.$queryRaw<{ revision: bigint }[]>(Prisma.sql`
    WITH ${activityWritten(projectId, [entry])} SELECT taken."revision", ${activityTold(projectId)} FROM taken`);
  if (!row) throw new Error(`project ${projectId}: expected its revision row, found none`);
  return Number(row.revision);
}

/**
 * `WITH` parts that write one row for each of these changes of a project, one ticket each, in their
 * order and without a gap. They take the project's revision row when `when` holds (which may count other
 * parts, so as to come after them) and end in `taken` (`revision` = the newest). The statement says
 * `activityTold` so that listeners hear of it.
 */
export function activityWritten(
  projectId: number,
  entries: readonly Omit<ActivityEntry, "projectId">[],
  when = Prisma.sql`true`,
): Prisma.Sql {
  const column = <T>(pick: (entry: Omit<ActivityEntry, "projectId">) => T): T[] =>
    entries.map(pick);
  const requestId = currentRequestId();
  return Prisma.sql`
    taken AS (
      UPDATE "ProjectRevision" SET "revision" = "revision" + ${entries.length}
       WHERE "projectId" = ${projectId} AND ${when} RETURNING "revision"
    ), written AS (
      INSERT INTO "Activity" ("projectId", "revision", "ticketId", "ticketNumber", "at", "actorKind", "actor", "runId",
                              "automationId", "kind", "data", "requestId")
      SELECT ${projectId}::int, taken."revision" - ${entries.length}::int + e.place, e."ticketId", e."ticketNumber", clock_timestamp(),
             e."actorKind", e."actor", e."runId", e."automationId", e."kind", e."data", e."requestId"
        FROM taken, UNNEST(
          ${column(({ ticket }) => ticket?.id ?? null)}::int[],
          ${column(({ ticket }) => ticket?.number ?? null)}::int[],
          ${column(({ actor }) => actor.kind)}::text[],
          ${column(({ actor }) => actor.slug)}::text[],
          ${column(({ actor }) => actor.runId)}::text[],
          ${column(({ actor }) => actor.automationId)}::text[],
          ${column(({ kind }) => kind)}::text[],
          ${column(({ data }) => toJsonbText(data ?? {}))}::jsonb[],
          ${column((entry) => entry.requestId ?? requestId)}::text[]
        ) WITH ORDINALITY AS e("ticketId", "ticketNumber", "actorKind", "actor", "runId", "automationId", "kind", "data", "requestId", place)
    )`;
}

/** A column of a `SELECT … FROM taken` that notifies listeners at commit of the newest revision. */
export function activityTold(projectId: number): Prisma.Sql {
  return Prisma.sql`${activityNotice(projectId)} AS told`;
}

/** The same, as an expression. */
export function activityNotice(projectId: number): Prisma.Sql {
  return Prisma.sql`pg_notify(${notifyChannel}, ${`${projectId}:`}::text || taken."revision")::text`;
}

/** Hints at a run's new command, after commit; the row is the truth. */
export async function notifyRun(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${notifyChannel}, ${`run:${runId}`})`;
}
