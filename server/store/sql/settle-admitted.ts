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
 * In ONE statement: takes the owed firings of these starts, closes the retries and wakes that they stand
 * for and what asked a person for the same, and moves their tickets (locked by the caller, one revision
 * each). False when a firing is not owed any more: then the transaction must be undone.
 */
export async function settleAdmitted(
  sql: SqlRunner,
  starts: AdmittedStart[],
  now: Date,
): Promise<boolean> {
  const column = <T>(pick: (start: AdmittedStart) => T): T[] => starts.map(pick);
  const [row] = await sql.$queryRaw<{ taken: number }[]>(Prisma.sql`
    WITH start AS MATERIALIZED (
      SELECT * FROM UNNEST(
        ${column(({ ticketId }) => ticketId)}::int[],
        ${column(({ agent }) => agent)}::text[],
        ${column(({ firingId }) => firingId)}::bigint[],
        ${column(({ move }) => move?.columnId ?? null)}::int[],
        ${column(({ move }) => move?.orderKey ?? null)}::text[]
      ) AS s("ticketId", "agent", "firingId", "columnId", "orderKey")
    ), taken AS (
      UPDATE "Firing" f SET "state" = 'admitted', "settledAt" = ${now}::timestamptz
        FROM start WHERE f."id" = start."firingId" AND f."state" = 'owed' RETURNING f."id"
    ), superseded AS (
      UPDATE "Firing" f SET "state" = 'closed', "reason" = 'superseded', "settledAt" = ${now}::timestamptz
        FROM start WHERE f."ticketId" = start."ticketId" AND f."agent" = start."agent" AND f."state" = 'owed'
         AND f."cause" IN ('retry', 'wake') AND f."id" IS DISTINCT FROM start."firingId"
    ), answered AS (
      UPDATE "InboxItem" i SET "closedAt" = ${now}::timestamptz, "closedBy" = 'system'
        FROM start WHERE i."ticketId" = start."ticketId" AND start."agent" IS NOT NULL AND i."closedAt" IS NULL
         AND i."kind" IN ('stuck', 'not_moved', 'loop', 'action_failed')
    ), moved AS (
      UPDATE "Ticket" t SET "columnId" = start."columnId", "orderKey" = start."orderKey", "enteredColumnAt" = ${now}::timestamptz,
             "lastActivityAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz, "revision" = t."revision" + 1
        FROM start WHERE t."id" = start."ticketId" AND start."columnId" IS NOT NULL
    )
    SELECT COUNT(*)::int AS taken FROM taken`);
  return row?.taken === starts.filter(({ firingId }) => firingId !== null).length;
}
