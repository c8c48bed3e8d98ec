import { z } from "zod";
import { renameColumnAndRules } from "#server/commands/rename-column.ts";
import { renameColumnSchema } from "#server/contracts/board-settings.ts";
import { columnSchema } from "#server/contracts/ticket.ts";
import { listColumns } from "#server/queries/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { numberParam } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Renames a column and rewrites the automations that name it, both or neither",
  access: "maintain",
  params: z.object({ slug: z.string(), id: numberParam }),
  body: renameColumnSchema,
  answer: columnSchema,
  async handle({ database, actor, params: { slug, id }, body, now }) {
    const project = await findProject(database, slug);
    const input = { ...body, projectId: project.id, column: id };
    await renameColumnAndRules(database, actor, input, now);
    return (await listColumns(database, project.id)).find((column) => column.id === id);
  },
});
