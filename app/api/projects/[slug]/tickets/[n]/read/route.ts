import { markTicketRead } from "#server/commands/mark-read.ts";
import { readMarkSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

/** A viewer has marks too: they are his own and change nothing for others. */
export const PUT = route({
  summary: "Notes that the person has the ticket open: what happened up to now is read",
  access: "read",
  params: ticketParams,
  answer: readMarkSchema,
  async handle({ database, actor, params, now }) {
    const { id } = await findProject(database, params.slug);
    return markTicketRead(database, actor, { projectId: id, number: params.n }, now);
  },
});
