import { acceptSettings } from "#server/commands/accept-settings.ts";
import { acceptSettingsSchema, settingsDifferenceSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readSettingsDifference } from "#server/queries/settings-difference.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Accepts the workspace's settings of the agent CLI as they were shown",
  access: "maintain",
  params: projectParams,
  body: acceptSettingsSchema,
  answer: settingsDifferenceSchema,
  async handle({ database, actor, params, body }) {
    const { id, slug } = await findProject(database, params.slug);
    await acceptSettings(database, id, actor, body.hash);
    return readSettingsDifference(await findProject(database, slug));
  },
});
