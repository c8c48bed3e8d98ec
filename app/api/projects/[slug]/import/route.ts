import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { importProject } from "#server/commands/import-project.ts";
import { importReportSchema, importRequestSchema } from "#server/contracts/import.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary:
    "Says what another board left in the folder, brings tickets, sessions and costs, goes live",
  access: "maintain",
  params: projectParams,
  body: importRequestSchema,
  isBodyOptional: true,
  answer: importReportSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    return importProject(database, actor, project, body, now);
  },
});
