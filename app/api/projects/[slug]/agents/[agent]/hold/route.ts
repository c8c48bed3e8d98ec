import { z } from "zod";
import { route } from "#app/api/_route/route.ts";
import { holdAgent } from "#server/commands/hold-agent.ts";
import { pauseSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary: "Holds or releases an agent; no body flips it",
  access: "write",
  params: z.object({ slug: z.string(), agent: z.string() }),
  body: pauseSchema,
  isBodyOptional: true,
  async handle({ database, actor, params: { slug, agent }, body, now }) {
    const project = await findProject(database, slug);
    return holdAgent(database, actor, { projectId: project.id, agent, ...body }, now);
  },
});
