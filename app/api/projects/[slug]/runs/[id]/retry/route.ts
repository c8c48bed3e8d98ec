import { retryRun } from "#server/commands/retry-run.ts";
import { retrySettingsSchema, startRunAnswerSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readRetrySettings } from "#server/queries/retry-settings.ts";
import { accepted, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const GET = route({
  summary: "What another try of this run would use",
  access: "read",
  params: runParams,
  answer: retrySettingsSchema,
  async handle({ database, params }) {
    const { id } = await findProject(database, params.slug);
    return readRetrySettings(database, id, params.id);
  },
});

export const POST = route({
  summary: "Tries again: a new run of the same agent on the same ticket; 202 where it has to wait",
  access: "write",
  isCompat: true,
  params: runParams,
  answer: startRunAnswerSchema,
  async handle({ database, actor, params }) {
    const { id } = await findProject(database, params.slug);
    const answer = await retryRun(database, actor, { projectId: id, runId: params.id });
    return "runId" in answer ? answer : accepted(answer);
  },
});
