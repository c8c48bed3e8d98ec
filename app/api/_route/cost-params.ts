import { z } from "zod";
import { costGroupingSchema, MAX_COST_DAYS } from "#server/contracts/costs.ts";

const dayMessage = "expected a calendar day such as 2026-11-01";

/** A day that exists; years before 1970 are slips of the pen. */
const dayQuery = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, dayMessage)
  .refine((text) => {
    const date = new Date(text);
    return (
      !Number.isNaN(date.getTime()) &&
      date.toISOString().slice(0, 10) === text &&
      date.getUTCFullYear() >= 1970
    );
  }, dayMessage);

const countMessage = `expected a number of days from 1 to ${MAX_COST_DAYS}`;

/** Period, grouping and filters of both cost routes. */
export const costsQuery = z.object({
  from: dayQuery.optional(),
  to: dayQuery.optional(),
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, countMessage)
    .transform(Number)
    .refine((days) => days <= MAX_COST_DAYS, countMessage)
    .optional(),
  by: costGroupingSchema.default("day"),
  agent: z.string().max(63).optional(),
  person: z.string().max(100).optional(),
});
