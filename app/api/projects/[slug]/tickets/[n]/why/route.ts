import { z } from "zod";
import { whyAnswerSchema } from "#server/contracts/why.ts";
import { findProject } from "#server/queries/find-project.ts";
import { explainTicket } from "#server/queries/why.ts";
import { ticketParams } from "../../../../../_route/params.ts";
import { route } from "../../../../../_route/route.ts";

export const GET = route({
  summary: "Why a ticket started, runs or waits; with `column` what a drop there would do",
  access: "read",
  agents: true,
  params: ticketParams,
  query: z.strictObject({ column: z.string().max(100).optional() }),
  answer: whyAnswerSchema,
  async handle({ database, params, query, now }) {
    const { id } = await findProject(database, params.slug);
    return explainTicket(database, id, params.n, query, now);
  },
});
