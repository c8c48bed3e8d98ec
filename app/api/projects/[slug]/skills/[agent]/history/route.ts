import { z } from "zod";
import { limitQuery } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readSkillHistory } from "#server/queries/skill.ts";

export const GET = route({
  summary: "Versions of a skill, newest first, with their texts",
  access: "read",
  agents: true,
  params: z.object({ slug: z.string(), agent: z.string() }),
  query: z.object({ limit: limitQuery(50, 200) }),
  async handle({ database, params: { slug, agent }, query }) {
    const project = await findProject(database, slug);
    return { items: await readSkillHistory(database, project.id, agent, query.limit), next: null };
  },
});
