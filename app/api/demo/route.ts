import { z } from "zod";
import { createDemo } from "#server/commands/demo/create-demo.ts";
import { projectSchema } from "#server/contracts/project.ts";
import { readProject } from "#server/queries/project.ts";
import { created, route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Makes a demo project on a throw-away repository, played by the scripted agent",
  access: "owner",
  isBodyOptional: true,
  body: z.object({}),
  answer: projectSchema,
  async handle({ database, actor, now }) {
    const project = await createDemo(database, actor, now);
    return created(await readProject(database, project, now), `/api/projects/${project.slug}`);
  },
});
