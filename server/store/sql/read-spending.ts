import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface Spending {
  /** Calendar day in the project's time zone, `YYYY-MM-DD`. */
  day: string;
  spentUsd: Prisma.Decimal;
  /** Open rest of every reservation, on whatever day it is asked (rule 28). */
  reservedUsd: Prisma.Decimal;
  supervisorSpentUsd: Prisma.Decimal;
  isEstimated: boolean;
}

/**
 * Money of one project on the calendar day of `now` (exact decimals), in `timeZone` or the project's own. `supervisors` are the agents that
 * may go on at the cap; what they reserved and spent counts as theirs as well.
 */
export async function readSpending(
  tx: Tx,
  projectId: number,
  supervisors: string[],
  now: Date,
  timeZone: string | null = null,
): Promise<Spending> {
  const [row] = await tx.$queryRaw<Spending[]>(Prisma.sql`
    WITH today AS (
      SELECT (${now}::timestamptz AT TIME ZONE COALESCE(${timeZone}::text, "timeZone"))::date AS day FROM "Project" WHERE "id" = ${projectId}
    ), spent AS (
      SELECT COALESCE(SUM("amountUsd"), 0) AS total,
             COALESCE(SUM("amountUsd") FILTER (WHERE "agent" = ANY(${supervisors}::text[])), 0) AS supervisors,
             COALESCE(BOOL_OR("isEstimated" OR "isUnpriced"), false) AS estimated
        FROM "LedgerEntry", today WHERE "projectId" = ${projectId} AND "LedgerEntry"."day" = today.day
    ), reserved AS (
      SELECT COALESCE(SUM(GREATEST(r."amountUsd" - r."usedUsd", 0)), 0) AS total,
             COALESCE(SUM(GREATEST(r."amountUsd" - r."usedUsd", 0)) FILTER (WHERE run."agent" = ANY(${supervisors}::text[])), 0) AS supervisors
        FROM "Reservation" r JOIN "Run" run ON run."id" = r."runId"
       WHERE r."projectId" = ${projectId} AND r."closedAt" IS NULL
    )
    SELECT to_char(today.day, 'YYYY-MM-DD') AS "day", spent.total AS "spentUsd", reserved.total AS "reservedUsd",
           spent.supervisors + reserved.supervisors AS "supervisorSpentUsd", spent.estimated AS "isEstimated"
      FROM today, spent, reserved`);
  if (!row) throw new Error(`project ${projectId}: expected a row, found none`);
  return row;
}
