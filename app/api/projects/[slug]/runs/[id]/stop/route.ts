import { stopRun } from "#server/commands/stop-run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { noContent, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Stops a run; an ended one is no error",
  access: "write",
  isCompat: true,
  params: runParams,
  async handle({ database, actor, params, now }) {
    const { id } = await findProject(database, params.slug);
    await stopRun(database, actor, { projectId: id, runId: params.id }, now);
    return noContent();
  },
});
