import { z } from "zod";
import { columnUseSchema } from "#server/contracts/board-settings.ts";
import { readColumnUse } from "#server/queries/column-use.ts";
import { findProject } from "#server/queries/find-project.ts";
import { numberParam } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Automations that name a column, and their file as it would be with another name",
  access: "read",
  params: z.object({ slug: z.string(), id: numberParam }),
  query: z.object({ name: z.string().trim().min(1).max(60).optional() }),
  answer: columnUseSchema,
  handle: async ({ database, params: { slug, id }, query }) =>
    readColumnUse(database, await findProject(database, slug), id, query.name),
});
