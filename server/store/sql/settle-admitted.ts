import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** What an admission settles beside the run itself. */
export interface AdmittedStart {
  ticketId: number | null;
  /** null: no agent starts, the rule only acts. */
  agent: string | null;
  firingId: number | null;
  /** Where the ticket goes; null = it stays. */
  move: { columnId: number; orderKey: string } | null;
}

/**
 * `WITH` parts that settle these starts where a row `verdict` (`isGranted`), which a later part defines,
 * says so: take their owed firings, close the retries and wakes that they stand for and what asked a person
 * for the same, and move their tickets (locked by the caller, one revision each). They end in `settled`
 * (`rows`), which a part that must come after them counts.
 */
export function startsSettled(starts: readonly AdmittedStart[], now: Date): Prisma.Sql {
  const column = <T>(pick: (start: AdmittedStart) => T): T[] => starts.map(pick);
  const isGranted = Prisma.sql`(SELECT "isGranted" FROM verdict)`;
  const hasFirings = firingIds(starts).length > 0;
  const hasMoves = starts.some(({ move }) => move !== null);
  const nothing = Prisma.sql`SELECT 1 WHERE false`;
  return Prisma.sql`
    start AS MATERIALIZED (
      SELECT * FROM UNNEST(
        ${column(({ ticketId }) => ticketId)}::int[],
        ${column(({ agent }) => agent)}::text[],
        ${column(({ firingId }) => firingId)}::bigint[],
        ${column(({ move }) => move?.columnId ?? null)}::int[],
        ${column(({ move }) => move?.orderKey ?? null)}::text[]
      ) AS s("ticketId", "agent", "firingId", "columnId", "orderKey")
    ), taken_firing AS (${
      hasFirings
        ? Prisma.sql`
      UPDATE "Firing" f SET "state" = 'admitted', "settledAt" = ${now}::timestamptz
        FROM start WHERE f."id" = start."firingId" AND ${isGranted} RETURNING 1`
        : nothing
    }
    ), superseded AS (
      UPDATE "Firing" f SET "state" = 'closed', "reason" = 'superseded', "settledAt" = ${now}::timestamptz
        FROM start WHERE f."ticketId" = start."ticketId" AND f."agent" = start."agent" AND f."state" = 'owed'
         AND f."cause" IN ('retry', 'wake') AND f."id" IS DISTINCT FROM start."firingId" AND ${isGranted} RETURNING 1
    ), answered AS (
      UPDATE "InboxItem" i SET "closedAt" = ${now}::timestamptz, "closedBy" = 'system'
       WHERE i."ticketId" = ANY(ARRAY(SELECT "ticketId" FROM start WHERE "agent" IS NOT NULL)) AND i."closedAt" IS NULL
         AND i."kind" IN ('stuck', 'not_moved', 'loop', 'action_failed') AND ${isGranted} RETURNING 1
    ), moved AS (${
      hasMoves
        ? Prisma.sql`
      UPDATE "Ticket" t SET "columnId" = start."columnId", "orderKey" = start."orderKey", "enteredColumnAt" = ${now}::timestamptz,
             "lastActivityAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz, "revision" = t."revision" + 1
        FROM start WHERE t."id" = start."ticketId" AND start."columnId" IS NOT NULL AND ${isGranted} RETURNING 1`
        : nothing
    }
    ), settled AS MATERIALIZED (
      SELECT (SELECT COUNT(*) FROM taken_firing) + (SELECT COUNT(*) FROM superseded) + (SELECT COUNT(*) FROM answered)
             + (SELECT COUNT(*) FROM moved) AS rows
    )`;
}

/** `WITH` part `owed`: the firings of these starts that still are owed, locked. */
export function firingsOwed(starts: readonly AdmittedStart[]): Prisma.Sql {
  return Prisma.sql`
    owed AS MATERIALIZED (
      SELECT "id" FROM "Firing" WHERE "id" = ANY(${firingIds(starts)}::bigint[]) AND "state" = 'owed'
       ORDER BY "id" FOR NO KEY UPDATE
    )`;
}

/** Whether all of them are; false: the transaction must write nothing. */
export function allOwed(starts: readonly AdmittedStart[]): Prisma.Sql {
  return Prisma.sql`(SELECT COUNT(*) FROM owed) = ${firingIds(starts).length}::int`;
}

function firingIds(starts: readonly AdmittedStart[]): number[] {
  return starts.flatMap(({ firingId }) => firingId ?? []);
}

/** Settles these starts in ONE statement. False when a firing is not owed any more: nothing was written. */
export async function settleAdmitted(
  sql: SqlRunner,
  starts: readonly AdmittedStart[],
  now: Date,
): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ isGranted: boolean }[]>(Prisma.sql`
    WITH ${firingsOwed(starts)}, verdict AS MATERIALIZED (SELECT ${allOwed(starts)} AS "isGranted"), ${startsSettled(starts, now)}
    SELECT "isGranted" FROM verdict`);
  return row?.isGranted === true;
}
