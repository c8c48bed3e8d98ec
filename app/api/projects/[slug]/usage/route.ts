import { diskUsageSchema } from "#server/contracts/project.ts";
import { readDiskUsage } from "#server/queries/disk-usage.ts";
import { findProject } from "#server/queries/find-project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "How much of the disk the project's runs take, and how long they are kept",
  access: "read",
  params: projectParams,
  answer: diskUsageSchema,
  async handle({ database, params }) {
    return readDiskUsage(database, await findProject(database, params.slug));
  },
});
