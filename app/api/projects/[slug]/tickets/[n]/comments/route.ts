import { addComment } from "#server/commands/comments.ts";
import { commentSchema, createCommentSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { toComment } from "#server/queries/view-rows.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { created, route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Comments on a ticket",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: createCommentSchema,
  answer: commentSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    const comment = await addComment(
      database,
      actor,
      { ...body, projectId: project.id, number: params.n },
      now,
    );
    return created(
      toComment(comment, params.n),
      `/api/projects/${project.slug}/tickets/${params.n}`,
    );
  },
});
