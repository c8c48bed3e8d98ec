import { z } from "zod";
import { createColumn } from "#server/commands/columns.ts";
import { createColumnSchema } from "#server/contracts/board-settings.ts";
import { columnSchema } from "#server/contracts/ticket.ts";
import { listColumns } from "#server/queries/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { toColumn } from "#server/queries/view-rows.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Columns in the board's order",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  answer: z.array(columnSchema),
  handle: async ({ database, params }) =>
    listColumns(database, (await findProject(database, params.slug)).id),
});

export const POST = route({
  summary: "Adds a column at the board's end",
  access: "write",
  isCompat: true,
  params: projectParams,
  body: createColumnSchema,
  answer: columnSchema,
  async handle({ database, actor, params, body }) {
    const { id, slug } = await findProject(database, params.slug);
    const column = await createColumn(database, actor, { ...body, projectId: id });
    return created(toColumn(column), `/api/projects/${slug}/columns/${column.number}`);
  },
});
