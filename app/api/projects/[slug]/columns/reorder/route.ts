import { reorderColumn } from "#server/commands/columns.ts";
import { reorderColumnSchema } from "#server/contracts/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const PATCH = route({
  summary: "Puts a column at a place of the board",
  access: "write",
  isCompat: true,
  params: projectParams,
  body: reorderColumnSchema,
  async handle({ database, actor, params, body }) {
    const { id } = await findProject(database, params.slug);
    await reorderColumn(database, actor, {
      projectId: id,
      column: body.columnId,
      index: body.index,
    });
    return noContent();
  },
});
