import { z } from "zod";
import { noContent, route } from "#app/api/_route/route.ts";
import { retryAutomation } from "#server/commands/retry-automation.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary: "Lets a rule without tickets go on after its runs failed",
  access: "write",
  params: z.object({ slug: z.string(), id: z.string() }),
  async handle({ database, actor, params: { slug, id }, now }) {
    const project = await findProject(database, slug);
    await retryAutomation(database, actor, { projectId: project.id, automation: id }, now);
    return noContent();
  },
});
