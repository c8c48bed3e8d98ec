import { z } from "zod";
import { steerRun } from "#server/commands/steer-run.ts";
import { steerRunSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { accepted, noContent, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary:
    "Sends a message to a run; an ended one is resumed with it. Without `mode`: now, and 204",
  access: "write",
  isCompat: true,
  params: runParams,
  body: steerRunSchema,
  answer: z.object({ messageId: z.string() }),
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    const { text, mode = "now" } = body;
    const message = { projectId: id, runId: params.id, text, mode };
    const answer = await steerRun(database, actor, message, now);
    return body.mode === undefined ? noContent() : accepted(answer);
  },
});
