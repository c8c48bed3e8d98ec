import { stopRun } from "#server/commands/stop-run.ts";
import { stopRunSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { noContent, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Stops a run; an ended one is no error; with undo its changes are taken back",
  access: "write",
  isCompat: true,
  params: runParams,
  body: stopRunSchema,
  isBodyOptional: true,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    await stopRun(database, actor, { projectId: id, runId: params.id, undo: body.undo }, now);
    return noContent();
  },
});
