import { settingsOverviewSchema } from "#server/contracts/project-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readSettingsOverview } from "#server/queries/settings-overview.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "What the settings page shows beside the project, and who changed what last",
  access: "read",
  params: projectParams,
  answer: settingsOverviewSchema,
  handle: async ({ database, params }) =>
    readSettingsOverview(database, await findProject(database, params.slug)),
});
