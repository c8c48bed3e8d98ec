import { z } from "zod";
import { parseBranches, ROWS_PER_PAGE, treePageSchema } from "#server/contracts/ticket-rows.ts";
import { findProject } from "#server/queries/find-project.ts";
import { newsReaderOf } from "#server/queries/news.ts";
import { readTreePage } from "#server/queries/tree-page.ts";
import { limitQuery, offsetQuery, projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary:
    "One page of the tickets that ?q finds, each under the tickets above it; ?branches=closed~7 opens only #7",
  access: "read",
  agents: true,
  params: projectParams,
  query: z.object({
    q: z.string().max(500).default(""),
    branches: z.string().max(6_000).default("open"),
    offset: offsetQuery,
    limit: limitQuery(ROWS_PER_PAGE, ROWS_PER_PAGE),
  }),
  answer: treePageSchema,
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    const asked = { ...query, branches: parseBranches(query.branches) };
    return readTreePage(database, project, asked, now, newsReaderOf(actor));
  },
});
