import { takeOver } from "#server/commands/takeover/take-over.ts";
import { findProject } from "#server/queries/find-project.ts";
import { noContent, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary:
    "Holds the run's session for a person who goes on with it in a terminal; ends a run at work",
  access: "write",
  params: runParams,
  async handle({ database, actor, params, now }) {
    const { id } = await findProject(database, params.slug);
    await takeOver(database, actor, { projectId: id, runId: params.id }, now);
    return noContent();
  },
});
