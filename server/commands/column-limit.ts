import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Tx } from "#server/store/client.ts";

/**
 * A hard WIP limit refuses people with 422 `COLUMN_FULL`; automations wait for it in their own gate and
 * an agent's hand-over is never refused (ux 33). Call it under the column's lock.
 */
export async function checkColumnLimit(
  tx: Tx,
  column: { id: number; name: string; wipLimit: number | null; wipHard: boolean },
  actor: Actor,
): Promise<void> {
  if (actor.kind !== "person" || !column.wipHard || column.wipLimit === null) return;
  const count = await tx.ticket.count({ where: { columnId: column.id, deletedAt: null } });
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
