import { z } from "zod";
import { ticketSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listMentions } from "#server/queries/mentions.ts";
import { dateQuery } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Tickets that mention a whole @handle, newest change first",
  access: "read",
  agents: true,
  isCompat: true,
  params: z.object({ slug: z.string(), handle: z.string() }),
  query: z.object({ since: dateQuery.optional(), until: dateQuery.optional() }),
  answer: z.array(ticketSchema),
  async handle({ database, actor, params, query, now }) {
    const project = await findProject(database, params.slug);
    return listMentions(database, project, { ...query, handle: params.handle }, actor, now);
  },
});
