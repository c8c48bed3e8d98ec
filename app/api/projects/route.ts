import { z } from "zod";
import { createProject } from "#server/commands/create-project.ts";
import { createProjectSchema, projectSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listProjects, readProject } from "#server/queries/project.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "All projects, by name",
  access: "read",
  isCompat: true,
  answer: z.array(projectSchema),
  handle: ({ database, actor, now }) => listProjects(database, actor, now),
});

export const POST = route({
  summary: "Opens a folder as a project, or makes a board without one",
  access: "owner",
  isCompat: true,
  body: createProjectSchema,
  answer: projectSchema,
  async handle({ database, actor, body, now }) {
    const { slug } = await createProject(database, actor, body, now);
    const project = await readProject(database, await findProject(database, slug), now);
    return created(project, `/api/projects/${slug}`);
  },
});
