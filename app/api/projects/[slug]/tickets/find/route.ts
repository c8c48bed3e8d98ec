import { z } from "zod";
import { ticketRefSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { findTickets, nameTickets } from "#server/queries/find-tickets.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

const MAX_NAMED = 100;

const query = z.object({
  text: z.string().max(500).optional(),
  numbers: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, "numbers with commas between them")
    .transform((text) => text.split(",").map(Number))
    .refine((numbers) => numbers.length <= MAX_NAMED, `at most ${MAX_NAMED} numbers`)
    .optional(),
});

export const GET = route({
  summary:
    "Tickets whose number begins with or whose title contains `text`, or those with `numbers`",
  access: "read",
  agents: true,
  params: projectParams,
  query,
  answer: z.object({ items: z.array(ticketRefSchema) }),
  async handle({ database, params, query: { text = "", numbers } }) {
    const { id } = await findProject(database, params.slug);
    const items = numbers
      ? await nameTickets(database, id, numbers)
      : await findTickets(database, id, text);
    return { items };
  },
});
