import { z } from "zod";
import { parseColumnSorts } from "#server/contracts/board-view.ts";
import { boardSchema } from "#server/contracts/ticket.ts";
import { readBoard } from "#server/queries/board.ts";
import { findProject } from "#server/queries/find-project.ts";
import { newsReaderOf } from "#server/queries/news.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary:
    "Columns with true counts and their first window of cards; ?column&after pages one column, ?q searches, ?sort=3.updated orders column 3",
  access: "read",
  agents: true,
  params: projectParams,
  query: z.object({
    column: z.string().max(60).optional(),
    after: z.string().max(500).optional(),
    q: z.string().max(500).optional(),
    sort: z.string().max(200).optional(),
  }),
  answer: boardSchema,
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    const { sort, ...window } = query;
    const sorts = parseColumnSorts(sort ?? "");
    return readBoard(database, project, { ...window, sorts }, now, newsReaderOf(actor));
  },
});
