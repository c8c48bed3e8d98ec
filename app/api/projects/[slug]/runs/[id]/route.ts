import { runDetailSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readRun } from "#server/queries/run.ts";
import { route } from "../../../../_route/route.ts";
import { runParams } from "../../../../_route/run-params.ts";

export const GET = route({
  summary: "A run with its cause, limits, contract and end",
  access: "read",
  agents: true,
  params: runParams,
  answer: runDetailSchema,
  async handle({ database, params }) {
    const { id } = await findProject(database, params.slug);
    return readRun(database, id, params.id);
  },
});
