import { z } from "zod";
import { runSummarySchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listRuns } from "#server/queries/run.ts";
import { projectParams } from "../../../_route/params.ts";
import { json, route } from "../../../_route/route.ts";
import { runsQuery } from "../../../_route/run-params.ts";

export const GET = route({
  summary: "Runs of a project, newest first; the next page's cursor is in X-Next-Cursor",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  query: runsQuery,
  answer: z.array(runSummarySchema),
  async handle({ database, params, query }) {
    const { id } = await findProject(database, params.slug);
    const { items, next } = await listRuns(database, { ...query, projectId: id });
    return json(200, items, next === null ? {} : { "X-Next-Cursor": next });
  },
});
