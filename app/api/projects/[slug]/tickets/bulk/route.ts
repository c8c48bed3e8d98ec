import { changeTickets } from "#server/commands/bulk/change-tickets.ts";
import { bulkAnswerSchema, bulkSchema } from "#server/contracts/bulk.ts";
import { systemClock } from "#server/lib/clock.ts";
import { findProject } from "#server/queries/find-project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary:
    "Changes many tickets, each by itself; says per ticket what came of it and what undoes it",
  access: "write",
  params: projectParams,
  body: bulkSchema,
  answer: bulkAnswerSchema,
  async handle({ database, actor, params, body }) {
    const { id } = await findProject(database, params.slug);
    const input = { projectId: id, items: body.items };
    return { items: await changeTickets(database, actor, input, () => systemClock.now()) };
  },
});
