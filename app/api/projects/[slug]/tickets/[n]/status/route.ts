import { moveTicket } from "#server/commands/move-ticket.ts";
import { moveTicketSchema, ticketSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readTicket } from "#server/queries/ticket.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const PATCH = route({
  summary: "Moves a ticket to a column, at its end or beside another ticket",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: moveTicketSchema,
  answer: ticketSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    await moveTicket(database, actor, { ...body, projectId: project.id, number: params.n }, now);
    return readTicket(database, project, params.n, actor, now, { isAfterWrite: true });
  },
});
