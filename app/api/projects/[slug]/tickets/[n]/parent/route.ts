import { z } from "zod";
import { removeParent, setParent } from "#server/commands/set-parent.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const PUT = route({
  summary: "Puts a ticket under another one; 400 for a circle, 422 below level 4",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  body: z.object({ parentId: z.number().int() }),
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    await setParent(
      database,
      actor,
      { projectId: project.id, number: params.n, parentId: body.parentId },
      now,
    );
    return noContent();
  },
});

export const DELETE = route({
  summary: "Makes a ticket a root ticket",
  access: "write",
  agents: true,
  isCompat: true,
  params: ticketParams,
  async handle({ database, actor, params, now }) {
    const project = await findProject(database, params.slug);
    await removeParent(database, actor, { projectId: project.id, number: params.n }, now);
    return noContent();
  },
});
