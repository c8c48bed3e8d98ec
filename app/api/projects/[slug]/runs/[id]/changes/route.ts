import { runChangesSchema } from "#server/contracts/run.ts";
import { readRunChanges } from "#server/queries/changes-of-run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const GET = route({
  summary: "Files that differ from where the run began",
  access: "read",
  agents: true,
  params: runParams,
  answer: runChangesSchema,
  async handle({ database, params }) {
    const { id } = await findProject(database, params.slug);
    return readRunChanges(database, id, params.id);
  },
});
