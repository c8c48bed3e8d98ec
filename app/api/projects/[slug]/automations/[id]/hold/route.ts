import { z } from "zod";
import { route } from "#app/api/_route/route.ts";
import { holdAutomation } from "#server/commands/hold-automation.ts";
import { pauseSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary: "Holds or releases one automation without changing the file; no body flips it",
  access: "maintain",
  params: z.object({ slug: z.string(), id: z.string() }),
  body: pauseSchema.pick({ paused: true }),
  isBodyOptional: true,
  async handle({ database, actor, params: { slug, id }, body, now }) {
    const project = await findProject(database, slug);
    return holdAutomation(database, actor, { projectId: project.id, automation: id, ...body }, now);
  },
});
