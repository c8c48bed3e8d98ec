import { Readable } from "node:stream";
import { findProject } from "#server/queries/find-project.ts";
import { requireRun } from "#server/queries/run.ts";
import { streamRunLog } from "#server/queries/run-log.ts";
import { route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const GET = route({
  summary: "The agent's output, redacted, as NDJSON; of a living process its stored events",
  access: "read",
  agents: true,
  params: runParams,
  async handle({ database, params }) {
    const { id } = await findProject(database, params.slug);
    await requireRun(database, id, params.id);
    const lines = Readable.from(streamRunLog(database, params.id));
    return new Response(Readable.toWeb(lines) as ReadableStream, {
      headers: { "Content-Type": "application/x-ndjson; charset=utf-8" },
    });
  },
});
