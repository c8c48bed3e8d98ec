import { z } from "zod";
import { runOutcomeSchema, verdictSchema } from "#server/contracts/words.ts";
import { dateQuery, flagQuery, limitQuery, numberParam } from "./params.ts";

/** A run id: 32 lower-case hex digits; anything else is an address that does not exist. */
export const runParams = z.object({ slug: z.string(), id: z.string().regex(/^[0-9a-f]{32}$/) });

/** Filters of both lists of runs. */
export const runsQuery = z.object({
  /** The beginning of run ids. */
  id: z
    .string()
    .regex(/^[0-9a-f]{4,32}$/)
    .optional(),
  active: flagQuery.optional(),
  agent: z.string().max(63).optional(),
  ticket: numberParam.optional(),
  outcome: runOutcomeSchema.optional(),
  verdict: verdictSchema.optional(),
  since: dateQuery.optional(),
  limit: limitQuery(50, 500),
  after: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
});
