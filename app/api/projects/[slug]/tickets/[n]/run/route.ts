import { startRun } from "#server/commands/start-run.ts";
import { withdrawRun } from "#server/commands/withdraw-run.ts";
import { startRunAnswerSchema, startRunSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { accepted, noContent, route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Starts an agent on a ticket, or queues it first in line; 422 where waiting cannot help",
  access: "write",
  params: ticketParams,
  body: startRunSchema,
  isBodyOptional: true,
  answer: startRunAnswerSchema,
  async handle({ database, actor, params, body }) {
    const { id } = await findProject(database, params.slug);
    const input = { projectId: id, ticketNumber: params.n, agent: body.agent };
    return accepted(await startRun(database, actor, input));
  },
});

export const DELETE = route({
  summary: "Takes back a start that has not begun",
  access: "write",
  params: ticketParams,
  async handle({ database, actor, params, now }) {
    const { id } = await findProject(database, params.slug);
    await withdrawRun(database, actor, { projectId: id, ticketNumber: params.n }, now);
    return noContent();
  },
});
