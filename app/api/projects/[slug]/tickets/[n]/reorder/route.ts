import { moveTicket } from "#server/commands/move-ticket.ts";
import { reorderTicketSchema } from "#server/contracts/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const PATCH = route({
  summary: "Puts a ticket at a place of a column, by index or beside another ticket",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: reorderTicketSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    const hasNeighbour = body.before != null || body.after != null;
    const index = body.index ?? (hasNeighbour ? undefined : 0);
    await moveTicket(
      database,
      actor,
      { ...body, index, projectId: project.id, number: params.n },
      now,
    );
    return noContent();
  },
});
