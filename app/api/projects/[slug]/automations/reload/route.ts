import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { loadAutomations } from "#server/commands/load-automations.ts";
import { scanSkills } from "#server/commands/scan-skills.ts";
import { reloadAnswerSchema } from "#server/contracts/automation.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary: "Reads automations.json and the skills anew and accepts what they say",
  access: "maintain",
  params: projectParams,
  answer: reloadAnswerSchema,
  isCompat: true,
  async handle({ database, actor, params, now }) {
    const project = await findProject(database, params.slug);
    await scanSkills(database, project.id, actor, now);
    return loadAutomations(database, project.id, actor, now);
  },
});
