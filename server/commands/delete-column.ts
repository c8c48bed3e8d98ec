import { generateNKeysBetween } from "fractional-indexing";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { automationsNaming } from "#server/queries/automations-naming.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { BoardColumn } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { columnOf, writeColumns } from "./columns.ts";
import { lockAllColumns } from "./lock-rows.ts";

/**
 * Deletes a column and moves its tickets to the end of another, without ticket activity or trigger.
 * 422 `COLUMN_IN_USE` with the automations that name it, unless forced (rule 34).
 */
export async function deleteColumn(
  database: Database,
  actor: Actor,
  input: { projectId: number; column: number; moveTicketsTo: string; force: boolean },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const columns = await lockAllColumns(tx, projectId);
    const column = columnOf(columns, input.column);
    const target = columns.find(
      (other) => other.name === input.moveTicketsTo && other.id !== column.id,
    );
    if (!target) {
      throw new Failure(
        404,
        "COLUMN_UNKNOWN",
        `moveTicketsTo: expected another column's name, found "${input.moveTicketsTo}"`,
      );
    }
    const automations = automationsNaming(await readLiveAutomations(tx, projectId), column.name);
    if (automations.length > 0 && !input.force) {
      throw new Failure(
        422,
        "COLUMN_IN_USE",
        `automations name the column "${column.name}": ${automations.join(", ")}`,
        { automations },
      );
    }
    await moveAll(tx, column, target, now);
    await tx.boardColumn.delete({ where: { id: column.id } });
    await writeColumns(tx, actor, projectId, {
      removed: column.name,
      movedTo: target.name,
      resync: true,
    });
  });
}

/** Deleted tickets go along, so that they can still be restored somewhere. */
async function moveAll(tx: Tx, from: BoardColumn, to: BoardColumn, now: Date): Promise<void> {
  const [last] = await tx.$queryRaw<{ orderKey: string | null }[]>`
    SELECT max("orderKey" COLLATE "C") AS "orderKey" FROM "Ticket" WHERE "columnId" = ${to.id} AND "deletedAt" IS NULL`;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Ticket" WHERE "columnId" = ${from.id} ORDER BY "orderKey" COLLATE "C", "id" FOR NO KEY UPDATE`;
  const ids = rows.map((row) => row.id);
  const keys = generateNKeysBetween(last?.orderKey ?? null, null, ids.length);
  await tx.$executeRaw`
    UPDATE "Ticket" SET "columnId" = ${to.id}, "orderKey" = fresh."key", "revision" = "revision" + 1, "enteredColumnAt" = ${now}
    FROM unnest(${ids}::int[], ${keys}::text[]) AS fresh("id", "key") WHERE "Ticket"."id" = fresh."id"`;
}
