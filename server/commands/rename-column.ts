import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { renameColumnInText } from "#server/core/automation/rename-column.ts";
import type { Database } from "#server/store/client.ts";
import { columnOf, refuseTakenName } from "./columns.ts";
import { lockAllColumns } from "./lock-rows.ts";
import { refuseStale, replaceAutomations } from "./save-automations.ts";

/**
 * Renames a column and the rules that name it in one step (rule 34): either both carry the new name or
 * neither does. Its tickets were selected before and are selected after, so nobody is asked which of
 * them may start. 409 `STAMP_STALE` when the file is not the one that was shown.
 */
export async function renameColumnAndRules(
  database: Database,
  actor: Actor,
  input: { projectId: number; column: number; name: string; stamp: string },
  now: Date,
): Promise<void> {
  const { projectId, name, stamp } = input;
  const data: Record<string, unknown> = { changed: name, resync: true };
  await replaceAutomations(
    database,
    { projectId, actor, kind: "columns_changed", data, now },
    { choice: undefined, mayAsk: false },
    async (file, tx) => {
      const columns = await lockAllColumns(tx, projectId);
      const column = columnOf(columns, input.column);
      const edited = renameColumnInText(file?.text ?? "", column.name, name);
      refuseStale(file, stamp, edited);
      if (edited === file?.text) {
        throw new Failure(
          422,
          "COLUMN_NOT_NAMED",
          `automations.json names the column "${column.name}" nowhere; rename the column alone`,
        );
      }
      refuseTakenName(columns, name);
      data["renamedFrom"] = column.name;
      await tx.boardColumn.update({ where: { id: column.id }, data: { name } });
      return edited;
    },
  );
}
