import { z } from "zod";
import { patchColumn } from "#server/commands/columns.ts";
import { deleteColumn } from "#server/commands/delete-column.ts";
import { patchColumnSchema } from "#server/contracts/board-settings.ts";
import { columnSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { toColumn } from "#server/queries/view-rows.ts";
import { flagQuery, numberParam } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const params = z.object({ slug: z.string(), id: numberParam });

export const PATCH = route({
  summary: "Changes a column; its tickets follow a new name",
  access: "write",
  isCompat: true,
  params,
  body: patchColumnSchema,
  answer: columnSchema,
  async handle({ database, actor, params: { slug, id }, body }) {
    const project = await findProject(database, slug);
    return toColumn(
      await patchColumn(database, actor, { ...body, projectId: project.id, column: id }),
    );
  },
});

export const DELETE = route({
  summary:
    "Deletes a column and moves its tickets; 422 while automations name it, unless force=true",
  access: "write",
  isCompat: true,
  params,
  query: z.object({ moveTicketsTo: z.string(), force: flagQuery.default(false) }),
  async handle({ database, actor, params: { slug, id }, query, now }) {
    const project = await findProject(database, slug);
    await deleteColumn(database, actor, { ...query, projectId: project.id, column: id }, now);
    return noContent();
  },
});
