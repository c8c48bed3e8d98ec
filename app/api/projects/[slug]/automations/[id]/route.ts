import { z } from "zod";
import { route } from "#app/api/_route/route.ts";
import { switchAutomation } from "#server/commands/switch-automation.ts";
import { patchAutomationSchema, reloadAnswerSchema } from "#server/contracts/automation.ts";
import { findProject } from "#server/queries/find-project.ts";

export const PATCH = route({
  summary: "Switches one automation on or off; comments in the file stay",
  access: "maintain",
  params: z.object({ slug: z.string(), id: z.string() }),
  body: patchAutomationSchema,
  answer: reloadAnswerSchema,
  async handle({ database, actor, params: { slug, id }, body, now }) {
    const project = await findProject(database, slug);
    return switchAutomation(database, project.id, actor, { ...body, id }, now);
  },
});
