import { z } from "zod";
import { feedAnswerSchema } from "#server/contracts/feed.ts";
import { readFeed } from "#server/queries/feed.ts";
import { limitQuery } from "../_route/params.ts";
import { route } from "../_route/route.ts";

export const GET = route({
  summary:
    "What happened to tickets and runs of all projects, in one order, after an event's number",
  access: "read",
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/, "a whole number")
      .transform(Number)
      .default(0),
    limit: limitQuery(100, 1_000),
  }),
  answer: feedAnswerSchema,
  handle: ({ database, actor, query }) => readFeed(database, actor, query),
});
