import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

export interface AdmissionLocks {
  projectId: number;
  /** Each run's group and every group it excludes: a conflict always meets on a shared row. */
  groups: string[];
  /** Names of the columns it moves from and to. */
  columns: string[];
  ticketIds: number[];
}

interface Locked {
  budgets: number;
  groups: number;
  tickets: { id: number; revision: number }[];
}

/**
 * Takes every lock of an admission in the one order of rule 8: slot → budget → groups by name →
 * columns by id → tickets by id. (`SKIP LOCKED` with a count does not hold a limit; waiting for the row
 * does.) Returns the revisions of the locked tickets by id; one that is gone is absent.
 */
export async function lockForAdmission(
  sql: SqlRunner,
  locks: AdmissionLocks,
): Promise<Map<number, number>> {
  const groups = [...new Set(locks.groups)].sort();
  let locked = await lockInOrder(sql, { ...locks, groups });
  // A row that another admission made while this statement waited for the slot row: it is there now.
  if (locked.budgets < 1 || locked.groups < groups.length) {
    locked = await lockInOrder(sql, { ...locks, groups });
  }
  return new Map(locked.tickets.map(({ id, revision }) => [id, revision]));
}

/**
 * One statement: each part counts the rows of the one before, so it cannot begin before that holds its
 * locks. The first admission of a project or a group makes its row: only admissions do, under the slot
 * row, and nobody else sees the row before they end.
 */
async function lockInOrder(sql: SqlRunner, locks: AdmissionLocks): Promise<Locked> {
  const { projectId, groups, columns, ticketIds } = locks;
  const [row] = await sql.$queryRaw<Locked[]>(Prisma.sql`
    WITH slot AS MATERIALIZED (
      SELECT "id" FROM "SlotPool" WHERE "id" = 1 FOR NO KEY UPDATE
    ), budget AS MATERIALIZED (
      SELECT "projectId" FROM "BudgetLock"
       WHERE "projectId" = ${projectId} AND (SELECT COUNT(*) FROM slot) >= 0 FOR NO KEY UPDATE
    ), new_budget AS (
      INSERT INTO "BudgetLock" ("projectId") SELECT ${projectId}::int WHERE (SELECT COUNT(*) FROM budget) = 0
      ON CONFLICT DO NOTHING RETURNING 1
    ), held AS MATERIALIZED (
      SELECT "name" FROM "GroupLock"
       WHERE "projectId" = ${projectId} AND "name" = ANY(${groups}::text[])
         AND (SELECT COUNT(*) FROM budget) + (SELECT COUNT(*) FROM new_budget) >= 0
       ORDER BY "name" FOR NO KEY UPDATE
    ), new_group AS (
      INSERT INTO "GroupLock" ("projectId", "name")
      SELECT ${projectId}::int, name FROM UNNEST(${groups}::text[]) AS name
       WHERE name NOT IN (SELECT "name" FROM held) ORDER BY name
      ON CONFLICT DO NOTHING RETURNING 1
    ), place AS MATERIALIZED (
      SELECT "id" FROM "BoardColumn"
       WHERE "projectId" = ${projectId} AND "name" = ANY(${columns}::text[])
         AND (SELECT COUNT(*) FROM held) + (SELECT COUNT(*) FROM new_group) >= 0
       ORDER BY "id" FOR NO KEY UPDATE
    ), ticket AS MATERIALIZED (
      SELECT "id", "revision" FROM "Ticket"
       WHERE "id" = ANY(${ticketIds}::int[]) AND (SELECT COUNT(*) FROM place) >= 0 ORDER BY "id" FOR NO KEY UPDATE
    )
    SELECT (SELECT COUNT(*) FROM budget)::int + (SELECT COUNT(*) FROM new_budget)::int AS budgets,
           (SELECT COUNT(*) FROM held)::int + (SELECT COUNT(*) FROM new_group)::int AS groups,
           COALESCE((SELECT json_agg(ticket) FROM ticket), '[]'::json) AS tickets, (SELECT COUNT(*)::int FROM place) AS places`);
  if (!row) throw new Error("locks of an admission: expected a row, found none");
  return row;
}
