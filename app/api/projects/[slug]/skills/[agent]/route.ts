import { z } from "zod";
import { noContent, route } from "#app/api/_route/route.ts";
import { deleteSkill } from "#server/commands/delete-skill.ts";
import { saveSkill } from "#server/commands/save-skill.ts";
import { putSkillSchema, skillSchema } from "#server/contracts/skill.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readSkill } from "#server/queries/skill.ts";

const params = z.object({ slug: z.string(), agent: z.string() });

export const GET = route({
  summary: "An agent's skill as its file says now",
  access: "read",
  agents: true,
  params,
  answer: skillSchema,
  async handle({ database, params: { slug, agent } }) {
    return readSkill(database, await findProject(database, slug), agent);
  },
});

export const PUT = route({
  summary: "Writes a skill file; 409 with both texts when it changed meanwhile",
  access: "maintain",
  params,
  body: putSkillSchema,
  answer: skillSchema,
  async handle({ database, actor, params: { slug, agent }, body, now }) {
    const project = await findProject(database, slug);
    return saveSkill(database, project.id, actor, { ...body, agent }, now);
  },
});

export const DELETE = route({
  summary: "Deletes a skill file; its versions stay",
  access: "maintain",
  params,
  async handle({ database, actor, params: { slug, agent } }) {
    const project = await findProject(database, slug);
    await deleteSkill(database, project.id, actor, agent);
    return noContent();
  },
});
