import { z } from "zod";
import { createTicket } from "#server/commands/create-ticket.ts";
import { createTicketSchema, ticketSchema, ticketSummarySchema } from "#server/contracts/ticket.ts";
import { prioritySchema } from "#server/contracts/words.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listTickets } from "#server/queries/list-tickets.ts";
import { readTicket } from "#server/queries/ticket.ts";
import {
  dateQuery,
  limitQuery,
  loosePriority,
  numberParam,
  projectParams,
} from "#app/api/_route/params.ts";
import { created, json, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Tickets by place in their column, filtered; the next page's cursor is in X-Next-Cursor",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  query: z.object({
    status: z.string().optional(),
    priority: prioritySchema.optional(),
    assignedTo: z.string().optional(),
    createdBy: z.string().optional(),
    search: z.string().max(500).optional(),
    parentId: numberParam.optional(),
    label: z.string().optional(),
    updatedSince: dateQuery.optional(),
    limit: limitQuery(1_000, 5_000),
    after: z.string().max(100).optional(),
  }),
  answer: z.array(ticketSummarySchema),
  async handle({ database, params, query }) {
    const { id } = await findProject(database, params.slug);
    const { items, next } = await listTickets(database, id, query);
    return json(200, items, next === null ? {} : { "X-Next-Cursor": next });
  },
});

export const POST = route({
  summary: "Creates a ticket at the end of its column",
  access: "write",
  agents: true,
  isCompat: true,
  params: projectParams,
  body: createTicketSchema.extend({ priority: loosePriority.default("NiceToHave") }),
  answer: ticketSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    const { number } = await createTicket(database, actor, { ...body, projectId: project.id }, now);
    const ticket = await readTicket(database, project, number, actor, now, { isAfterWrite: true });
    return created(ticket, `/api/projects/${project.slug}/tickets/${number}`);
  },
});
