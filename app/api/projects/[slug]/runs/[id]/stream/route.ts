import { Readable } from "node:stream";
import { z } from "zod";
import { findProject } from "#server/queries/find-project.ts";
import { requireRun } from "#server/queries/run.ts";
import { streamRunEvents } from "#server/queries/stream-run.ts";
import { route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const GET = route({
  summary:
    "The run's events as server-sent events; `id` is the position, `event: end` the last frame",
  access: "read",
  agents: true,
  params: runParams,
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,9}$/, "a position")
      .transform(Number)
      .default(0),
  }),
  async handle({ database, params, query, request }) {
    const { id } = await findProject(database, params.slug);
    await requireRun(database, id, params.id);
    const frames = Readable.from(streamRunEvents(database, params.id, query.after, request.signal));
    return new Response(Readable.toWeb(frames) as ReadableStream, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
      },
    });
  },
});
