import { z } from "zod";
import { runEventSchema } from "#server/contracts/run-event.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readEventsAnswer, requireRun } from "#server/queries/run.ts";
import { limitQuery } from "../../../../../_route/params.ts";
import { route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

const MAX_EVENTS = 1_000;

export const GET = route({
  summary: "Stored events after a position; `next` is the position to go on from, null at the end",
  access: "read",
  agents: true,
  params: runParams,
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,9}$/, "a position")
      .transform(Number)
      .default(0),
    limit: limitQuery(200, MAX_EVENTS),
  }),
  answer: z.object({ items: z.array(runEventSchema), next: z.number().int().nullable() }),
  async handle({ database, params, query }) {
    const { id } = await findProject(database, params.slug);
    await requireRun(database, id, params.id);
    const text = await readEventsAnswer(database, params.id, query.after, query.limit);
    return new Response(text, { headers: { "Content-Type": "application/json" } });
  },
});
