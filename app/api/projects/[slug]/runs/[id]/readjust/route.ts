import { retryRun } from "#server/commands/retry-run.ts";
import { readjustSchema, startRunAnswerSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { accepted, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Tries again with a note, another model, fewer turns, a fresh session or another agent",
  access: "write",
  params: runParams,
  body: readjustSchema,
  answer: startRunAnswerSchema,
  async handle({ database, actor, params, body }) {
    const { id } = await findProject(database, params.slug);
    return accepted(await retryRun(database, actor, { projectId: id, runId: params.id, ...body }));
  },
});
