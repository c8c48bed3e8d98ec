import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/**
 * Takes every lock of the end of these runs of one project in the one order of rule 8: budget → all its
 * columns by id → tickets by id → runs by id. One statement: each part counts the rows of the one before,
 * so it cannot begin before that holds its locks. `+ 0` keeps the indexes of a project's runs out of it.
 */
export async function lockForSettlement(
  sql: SqlRunner,
  projectId: number,
  runIds: string[],
): Promise<void> {
  await sql.$queryRaw(Prisma.sql`
    WITH budget AS MATERIALIZED (
      SELECT "projectId" FROM "BudgetLock" WHERE "projectId" = ${projectId} FOR NO KEY UPDATE
    ), place AS MATERIALIZED (
      SELECT "id" FROM "BoardColumn"
       WHERE "projectId" = ${projectId} AND (SELECT COUNT(*) FROM budget) >= 0 ORDER BY "id" FOR NO KEY UPDATE
    ), ticket AS MATERIALIZED (
      SELECT t."id" FROM "Ticket" t
       WHERE t."id" = ANY(ARRAY(SELECT "ticketId" FROM "Run" WHERE "id" = ANY(${runIds}::text[]) AND "projectId" + 0 = ${projectId}))
         AND (SELECT COUNT(*) FROM place) >= 0 ORDER BY t."id" FOR NO KEY UPDATE
    ), run AS MATERIALIZED (
      SELECT "id" FROM "Run" WHERE "id" = ANY(${runIds}::text[]) AND "projectId" + 0 = ${projectId}
         AND (SELECT COUNT(*) FROM ticket) >= 0 ORDER BY "id" FOR NO KEY UPDATE
    )
    SELECT (SELECT COUNT(*)::int FROM run) AS runs, (SELECT COUNT(*)::int FROM place) AS places`);
}
