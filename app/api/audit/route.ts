import { z } from "zod";
import { auditActionSchema, auditSchema } from "#server/contracts/audit.ts";
import { auditCursorQuery, readAudit } from "#server/queries/audit.ts";
import { dateQuery, limitQuery } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Who did what when, over all projects and accounts, newest first",
  access: "owner",
  query: z.object({
    actor: z.string().max(100).optional(),
    action: auditActionSchema.optional(),
    project: z.string().max(100).optional(),
    since: dateQuery.optional(),
    after: auditCursorQuery.optional(),
    limit: limitQuery(50, 500),
  }),
  answer: auditSchema,
  handle: ({ database, query }) => readAudit(database, query),
});
