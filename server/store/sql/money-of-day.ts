import { Prisma } from "../generated/client.ts";

export interface MoneyScope {
  projectId: number;
  /** Agents that may go on at the cap; what they spent and reserved is summed apart. SQL: a text array. */
  supervisors: string[] | Prisma.Sql;
  now: Date | Prisma.Sql;
  /** Null: the project's own. */
  timeZone: string | null;
}

/**
 * `WITH` parts that end in a row `money` of one project on the calendar day of `now`: `day`, `spent`,
 * `reserved`, `used` (both), `supervisorUsed`, `isEstimated`. An amount counts on the day, in the zone
 * as it is now, on which it arrived: so days have the length their zone gives them, and a changed zone
 * moves no money out of sight. The open rest of every reservation counts on whatever day is asked
 * (rule 28). The stored day only narrows the search.
 */
export function moneyOfDay({ projectId, supervisors, now, timeZone }: MoneyScope): Prisma.Sql {
  return Prisma.sql`
    zone AS (
      SELECT COALESCE(${timeZone}::text, "timeZone") AS name FROM "Project" WHERE "id" = ${projectId}
    ), today AS (
      SELECT (${now}::timestamptz AT TIME ZONE zone.name)::date AS day FROM zone
    ), spent AS (
      SELECT COALESCE(SUM(l."amountUsd"), 0) AS total,
             COALESCE(SUM(l."amountUsd") FILTER (WHERE l."agent" = ANY(${supervisors}::text[])), 0) AS supervisors,
             COALESCE(BOOL_OR(l."isEstimated" OR l."isUnpriced"), false) AS estimated
        FROM "LedgerEntry" l, zone, today
       WHERE l."projectId" = ${projectId} AND l."day" BETWEEN today.day - 2 AND today.day + 2
         AND (l."at" AT TIME ZONE zone.name)::date = today.day
    ), reserved AS (
      SELECT COALESCE(SUM(GREATEST(r."amountUsd" - r."usedUsd", 0)), 0) AS total,
             COALESCE(SUM(GREATEST(r."amountUsd" - r."usedUsd", 0)) FILTER (WHERE run."agent" = ANY(${supervisors}::text[])), 0) AS supervisors
        FROM "Reservation" r JOIN "Run" run ON run."id" = r."runId"
       WHERE r."projectId" = ${projectId} AND r."closedAt" IS NULL
    ), money AS (
      SELECT today.day, spent.total AS spent, reserved.total AS reserved, spent.total + reserved.total AS used,
             spent.supervisors + reserved.supervisors AS "supervisorUsed", spent.estimated AS "isEstimated"
        FROM today, spent, reserved
    )`;
}

/** An amount as the database's NUMERIC reads it: exact to its eight places. */
export function numericText(amountUsd: number | null): string | null {
  return amountUsd === null ? null : amountUsd.toFixed(8);
}
