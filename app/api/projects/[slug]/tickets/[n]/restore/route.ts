import { z } from "zod";
import { restoreTicket } from "#server/commands/restore-ticket.ts";
import { ticketSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readTicket } from "#server/queries/ticket.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Brings a deleted ticket back",
  access: "write",
  isBodyOptional: true,
  params: ticketParams,
  body: z.object({}),
  answer: ticketSchema,
  async handle({ database, actor, params, now }) {
    const project = await findProject(database, params.slug);
    await restoreTicket(database, actor, { projectId: project.id, number: params.n }, now);
    return readTicket(database, project, params.n, actor, now, { isAfterWrite: true });
  },
});
