import { z } from "zod";
import { deleteTicket } from "#server/commands/delete-ticket.ts";
import { patchTicket } from "#server/commands/patch-ticket.ts";
import { patchTicketSchema, ticketSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readTicket } from "#server/queries/ticket.ts";
import { flagQuery, loosePriority, ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary:
    "A ticket with its comments, activity, labels and sub-tickets; a deleted one with `deleted=true`",
  access: "read",
  agents: true,
  isCompat: true,
  params: ticketParams,
  query: z.object({ deleted: flagQuery.default(false) }),
  answer: ticketSchema,
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    return readTicket(database, project, params.n, actor, now, { withDeleted: query.deleted });
  },
});

export const PATCH = route({
  summary: "Edits a ticket; 409 with the current values when `revision` is stale",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: patchTicketSchema.extend({ priority: loosePriority.optional() }),
  answer: ticketSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    await patchTicket(database, actor, { ...body, projectId: project.id, number: params.n }, now);
    return readTicket(database, project, params.n, actor, now, { isAfterWrite: true });
  },
});

export const DELETE = route({
  summary: "Deletes a ticket and tells its runs to stop; it can be restored for 30 days",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  async handle({ database, actor, params, now }) {
    const project = await findProject(database, params.slug);
    await deleteTicket(database, actor, { projectId: project.id, number: params.n }, now);
    return noContent();
  },
});
