import { z } from "zod";
import { setTicketLabels } from "#server/commands/set-ticket-labels.ts";
import { labelSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listTicketLabels } from "#server/queries/board-settings.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Labels of a ticket",
  access: "read",
  agents: true,
  isCompat: true,
  params: ticketParams,
  answer: z.array(labelSchema),
  async handle({ database, params }) {
    const project = await findProject(database, params.slug);
    return listTicketLabels(database, project.id, params.n);
  },
});

export const PUT = route({
  summary: "Replaces the labels of a ticket; unknown ids are dropped",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: z.object({ labelIds: z.array(z.number().int()) }),
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    await setTicketLabels(
      database,
      actor,
      { ...body, projectId: project.id, number: params.n },
      now,
    );
    return noContent();
  },
});
