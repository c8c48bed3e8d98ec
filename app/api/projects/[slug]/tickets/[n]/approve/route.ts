import { approveTicket } from "#server/commands/review-ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "../../../../../_route/params.ts";
import { noContent, route } from "../../../../../_route/route.ts";

export const POST = route({
  summary: "Approves a reviewed ticket: it goes to the done column",
  access: "write",
  params: ticketParams,
  async handle({ database, actor, params, now }) {
    const { id } = await findProject(database, params.slug);
    await approveTicket(database, actor, { projectId: id, number: params.n }, now);
    return noContent();
  },
});
