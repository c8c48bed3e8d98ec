import { z } from "zod";
import { createMember } from "#server/commands/members.ts";
import { createMemberSchema } from "#server/contracts/board-settings.ts";
import { memberSchema } from "#server/contracts/ticket.ts";
import { listMembers } from "#server/queries/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Members by name",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  answer: z.array(memberSchema),
  handle: async ({ database, params, now }) =>
    listMembers(database, (await findProject(database, params.slug)).id, now),
});

export const POST = route({
  summary: "Adds a member",
  access: "maintain",
  isCompat: true,
  params: projectParams,
  body: createMemberSchema,
  answer: memberSchema,
  async handle({ database, actor, params, body, now }) {
    const { id, slug } = await findProject(database, params.slug);
    const { number } = await createMember(database, actor, { ...body, projectId: id }, now);
    const members = await listMembers(database, id, now);
    return created(
      members.find((member) => member.id === number),
      `/api/projects/${slug}/members/${number}`,
    );
  },
});
