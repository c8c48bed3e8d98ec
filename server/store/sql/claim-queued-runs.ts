import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/**
 * Time-limited ownership, renewed three times as often; running out never ends an agent (rule 10).
 * `SIGNALBOX_LEASE_SECONDS` is checked by the entry file; only tests shorten it.
 */
export const LEASE_SECONDS = Number(process.env["SIGNALBOX_LEASE_SECONDS"] || 30);

export type ClaimAttempt =
  | { kind: "claimed"; id: string; fence: number }
  /** Somebody took the ticket out of the run's hands since its admission; it still is queued. */
  | { kind: "revoked"; id: string; by: string };

/**
 * Takes queued runs by compare-and-set, oldest first, `limit` at most, and raises their fences, unless
 * the ticket of one was moved or reassigned by a person or deleted since the admission (rule 20). The row
 * locks decide between workers: SKIP LOCKED only avoids queueing behind another claim (no limit is counted
 * here, those were settled at the admission). Leases on the database's clock. Empty: none waits.
 */
export async function claimQueuedRuns(
  sql: SqlRunner,
  workerId: string,
  limit: number,
): Promise<ClaimAttempt[]> {
  const rows = await sql.$queryRaw<{ id: string; by: string | null; fence: number | null }[]>(
    Prisma.sql`
    WITH next AS MATERIALIZED (
      SELECT "id", "ticketId", "admittedRevision", "createdAt" FROM "Run" WHERE "state" = 'queued'
       ORDER BY "createdAt", "id" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), judged AS MATERIALIZED (
      SELECT next."id", next."createdAt", CASE WHEN t."deletedAt" IS NOT NULL THEN COALESCE(t."deletedBy", 'system') ELSE (
               SELECT a."actor" FROM "Activity" a
                WHERE a."ticketId" = next."ticketId" AND a."revision" > next."admittedRevision" AND a."actorKind" = 'person'
                  AND (a."data"->'changes' @> '[{"field":"status"}]' OR a."data"->'changes' @> '[{"field":"assignee"}]')
                LIMIT 1) END AS by
        FROM next LEFT JOIN "Ticket" t ON t."id" = next."ticketId"
    ), claimed AS (
      UPDATE "Run" SET "state" = 'starting', "fence" = "fence" + 1, "workerId" = ${workerId},
             "claimedAt" = clock_timestamp(),
             "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        FROM judged WHERE "Run"."id" = judged."id" AND judged.by IS NULL AND "Run"."state" = 'queued'
      RETURNING "Run"."id", "Run"."fence"
    )
    SELECT judged."id", judged.by, claimed."fence" FROM judged LEFT JOIN claimed ON claimed."id" = judged."id"
     ORDER BY judged."createdAt", judged."id"`,
  );
  return rows.map(({ id, by, fence }) => {
    if (by !== null) return { kind: "revoked", id, by };
    if (fence === null) throw new Error(`run ${id}: expected to claim the locked row`);
    return { kind: "claimed", id, fence };
  });
}
