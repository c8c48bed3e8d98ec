import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { readReaderLocale } from "#server/lib/reader-locale.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listSkills } from "#server/queries/list-skills.ts";

export const GET = route({
  summary: "Agents of a project with their skills and records",
  access: "read",
  agents: true,
  params: projectParams,
  async handle({ database, params, request }) {
    const project = await findProject(database, params.slug);
    return { items: await listSkills(database, project, readReaderLocale(request.headers)), next: null };
  },
});
