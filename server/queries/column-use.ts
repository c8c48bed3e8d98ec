import type { ColumnUse } from "#server/contracts/board-settings.ts";
import { Failure } from "#server/contracts/failure.ts";
import { renameColumnInText } from "#server/core/automation/rename-column.ts";
import type { Database } from "#server/store/client.ts";
import { automationsNaming } from "./automations-naming.ts";
import { readLiveAutomations } from "./automations.ts";
import { readAutomationsFile } from "./automations-file.ts";
import { isStartingColumn } from "./starting-columns.ts";

/** Which rules name a column, and their file as it would be with another name (rule 34). */
export async function readColumnUse(
  database: Database,
  project: { id: number; workspaceRealPath: string | null },
  number: number,
  name: string | undefined,
): Promise<ColumnUse> {
  const column = await database.prisma.boardColumn.findUnique({
    where: { projectId_number: { projectId: project.id, number } },
    select: { name: true },
  });
  if (!column) throw new Failure(404, "COLUMN_UNKNOWN", `no column ${number} in this project`);
  const live = await readLiveAutomations(database, project.id);
  const workspace = project.workspaceRealPath;
  const file = workspace === null ? null : await readAutomationsFile(workspace).catch(() => null);
  const after =
    file === null || name === undefined ? null : renameColumnInText(file.text, column.name, name);
  const isNamed = file !== null && after !== null && after !== file.text;
  return {
    automations: automationsNaming(live, column.name),
    isStarting: isStartingColumn(live, column.name),
    before: isNamed ? file.text : null,
    after: isNamed ? after : null,
    stamp: file?.stamp ?? null,
  };
}
