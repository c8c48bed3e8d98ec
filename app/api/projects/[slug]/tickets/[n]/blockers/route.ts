import { z } from "zod";
import { addBlocker, removeBlocker } from "#server/commands/blockers.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const body = z.object({ ticket: z.number().int() });

export const POST = route({
  summary: "Makes a ticket wait until another one is done",
  access: "write",
  agents: true,
  params: ticketParams,
  body,
  async handle({ database, actor, params, body: { ticket }, now }) {
    const project = await findProject(database, params.slug);
    await addBlocker(
      database,
      actor,
      { projectId: project.id, number: params.n, blocker: ticket },
      now,
    );
    return noContent();
  },
});

export const DELETE = route({
  summary: "Makes a ticket no longer wait for another one",
  access: "write",
  agents: true,
  params: ticketParams,
  body,
  async handle({ database, actor, params, body: { ticket }, now }) {
    const project = await findProject(database, params.slug);
    await removeBlocker(
      database,
      actor,
      { projectId: project.id, number: params.n, blocker: ticket },
      now,
    );
    return noContent();
  },
});
