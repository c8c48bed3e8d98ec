import { z } from "zod";
import { sendBackTicket } from "#server/commands/review-ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "../../../../../_route/params.ts";
import { noContent, route } from "../../../../../_route/route.ts";

export const POST = route({
  summary: "Sends a reviewed ticket back to its agent with a message",
  access: "write",
  params: ticketParams,
  body: z.strictObject({ text: z.string().max(100_000).default("") }),
  isBodyOptional: true,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    await sendBackTicket(database, actor, { projectId: id, number: params.n, ...body }, now);
    return noContent();
  },
});
