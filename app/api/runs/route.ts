import { z } from "zod";
import { runSummarySchema } from "#server/contracts/run.ts";
import { readableBy } from "#server/queries/project-access.ts";
import { listRuns } from "#server/queries/run.ts";
import { json, route } from "../_route/route.ts";
import { runsQuery } from "../_route/run-params.ts";

export const GET = route({
  summary:
    "Runs of all projects that the caller sees, newest first; the next page's cursor is in X-Next-Cursor",
  access: "read",
  isCompat: true,
  query: runsQuery,
  answer: z.array(runSummarySchema),
  async handle({ database, actor, query }) {
    const { items, next } = await listRuns(database, { ...query, project: readableBy(actor) });
    return json(200, items, next === null ? {} : { "X-Next-Cursor": next });
  },
});
