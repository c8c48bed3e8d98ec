import { z } from "zod";
import { deleteMember, patchMember } from "#server/commands/members.ts";
import { patchMemberSchema } from "#server/contracts/board-settings.ts";
import { memberSchema } from "#server/contracts/ticket.ts";
import { listMembers } from "#server/queries/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { numberParam } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const params = z.object({ slug: z.string(), id: numberParam });

export const PATCH = route({
  summary: "Renames a member",
  access: "maintain",
  isCompat: true,
  params,
  body: patchMemberSchema,
  answer: memberSchema,
  async handle({ database, actor, params: { slug, id }, body, now }) {
    const project = await findProject(database, slug);
    await patchMember(database, actor, { ...body, projectId: project.id, member: id });
    const members = await listMembers(database, project.id, now);
    return members.find((member) => member.id === id);
  },
});

export const DELETE = route({
  summary: "Removes a member and unassigns its tickets; 409 for owner",
  access: "maintain",
  isCompat: true,
  params,
  async handle({ database, actor, params: { slug, id }, now }) {
    const project = await findProject(database, slug);
    await deleteMember(database, actor, { projectId: project.id, member: id }, now);
    return noContent();
  },
});
