import { settingsDifferenceSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readSettingsDifference } from "#server/queries/settings-difference.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "How the workspace's settings of the agent CLI differ from what a person accepted",
  access: "maintain",
  params: projectParams,
  answer: settingsDifferenceSchema,
  async handle({ database, params }) {
    return readSettingsDifference(await findProject(database, params.slug));
  },
});
