import { z } from "zod";
import { findProject } from "#server/queries/find-project.ts";
import { readTimeline } from "#server/queries/timeline.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Comments and events of a ticket, oldest first",
  access: "read",
  agents: true,
  isCompat: true,
  params: ticketParams,
  answer: z.array(
    z.object({
      at: z.iso.datetime(),
      author: z.string(),
      type: z.enum(["comment", "event"]),
      text: z.string(),
      id: z.number().int().nullable(),
    }),
  ),
  async handle({ database, params }) {
    const project = await findProject(database, params.slug);
    return readTimeline(database, project.id, params.n);
  },
});
