import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { SqlRunner } from "#server/store/sql-runner.ts";

/**
 * A hard WIP limit refuses people with 422 `COLUMN_FULL`; automations wait for it in their own gate and
 * an agent's hand-over is never refused (ux 33). Call it under the column's lock.
 */
export async function checkColumnLimit(
  sql: SqlRunner,
  column: { id: number; name: string; wipLimit: number | null; wipHard: boolean },
  actor: Actor,
): Promise<void> {
  if (actor.kind !== "person" || !column.wipHard || column.wipLimit === null) return;
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    SELECT COUNT(*)::int AS count FROM "Ticket" WHERE "columnId" = ${column.id} AND "deletedAt" IS NULL`;
  const count = row?.count ?? 0;
  if (count < column.wipLimit) return;
  throw new Failure(
    422,
    "COLUMN_FULL",
    `"${column.name}" holds ${count} tickets and its limit is ${column.wipLimit}`,
    {
      column: column.name,
      count,
      limit: column.wipLimit,
    },
  );
}
