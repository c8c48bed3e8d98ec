import { releaseGroup } from "#server/commands/release-group.ts";
import { findProject } from "#server/queries/find-project.ts";
import { noContent, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Frees the group that a parked run keeps for its uncommitted changes",
  access: "write",
  params: runParams,
  async handle({ database, actor, params }) {
    const { id } = await findProject(database, params.slug);
    await releaseGroup(database, actor, { projectId: id, runId: params.id });
    return noContent();
  },
});
