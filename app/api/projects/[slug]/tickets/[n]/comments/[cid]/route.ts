import { deleteComment, editComment } from "#server/commands/comments.ts";
import { createCommentSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { numberParam, ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const params = ticketParams.extend({ cid: numberParam });

export const PATCH = route({
  summary: "Changes a comment's text; only one's own, an owner anybody's",
  access: "write",
  agents: true,
  isCompat: true,
  params,
  body: createCommentSchema,
  async handle({ database, actor, params: { slug, n, cid }, body, now }) {
    const project = await findProject(database, slug);
    await editComment(
      database,
      actor,
      { ...body, projectId: project.id, number: n, comment: cid },
      now,
    );
    return noContent();
  },
});

export const DELETE = route({
  summary: "Deletes a comment; only one's own, an owner anybody's",
  access: "write",
  agents: true,
  isCompat: true,
  params,
  async handle({ database, actor, params: { slug, n, cid }, now }) {
    const project = await findProject(database, slug);
    await deleteComment(database, actor, { projectId: project.id, number: n, comment: cid }, now);
    return noContent();
  },
});
