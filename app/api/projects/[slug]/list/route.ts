import { z } from "zod";
import { parseListSort } from "#server/contracts/board-view.ts";
import { listPageSchema, ROWS_PER_PAGE } from "#server/contracts/ticket-rows.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readListPage } from "#server/queries/list-page.ts";
import { newsReaderOf } from "#server/queries/news.ts";
import { limitQuery, offsetQuery, projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary:
    "One page of the tickets that ?q finds, over all columns; ?sort=updated upwards, ?sort=-updated downwards",
  access: "read",
  agents: true,
  params: projectParams,
  query: z.object({
    q: z.string().max(500).default(""),
    sort: z.string().max(200).default(""),
    offset: offsetQuery,
    limit: limitQuery(ROWS_PER_PAGE, ROWS_PER_PAGE),
  }),
  answer: listPageSchema,
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    const asked = { ...query, sort: parseListSort(query.sort) };
    return readListPage(database, project, asked, now, newsReaderOf(actor));
  },
});
