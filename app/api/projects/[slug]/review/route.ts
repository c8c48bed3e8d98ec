import { z } from "zod";
import { listPageSchema, ROWS_PER_PAGE } from "#server/contracts/ticket-rows.ts";
import { findProject } from "#server/queries/find-project.ts";
import { newsReaderOf } from "#server/queries/news.ts";
import { readReviewQueue } from "#server/queries/review-queue.ts";
import { limitQuery, offsetQuery, projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "One page of the tickets in review columns, what has waited longest first",
  access: "read",
  agents: true,
  params: projectParams,
  query: z.object({ offset: offsetQuery, limit: limitQuery(ROWS_PER_PAGE, ROWS_PER_PAGE) }),
  answer: listPageSchema,
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    return readReviewQueue(database, project, query, now, newsReaderOf(actor));
  },
});
