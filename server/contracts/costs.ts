import { z } from "zod";

/** What amounts are added up by. `person`: who caused the run; what no person caused has the key null. */
export const costGroupings = ["day", "agent", "ticket", "model", "person"] as const;
export const costGroupingSchema = z.enum(costGroupings);
export type CostGrouping = z.infer<typeof costGroupingSchema>;

/** Days that one question may span. */
export const MAX_COST_DAYS = 400;

/** USD and runs of one group. Sums are exact decimals in the database and travel as numbers. */
const sumsSchema = z.object({
  /** Everything booked, what is estimated included. */
  spentUsd: z.number(),
  /** The part of it that was estimated from usage: no result came, or its amount was not to be believed. */
  estimatedUsd: z.number(),
  /** Runs that booked something. */
  runs: z.number().int(),
  /** Runs among them that used a model whose price is not known: their cost is a guess. */
  unpricedRuns: z.number().int(),
});

export const costItemSchema = sumsSchema.extend({
  /** Day, agent, `<project>#<ticket>`, model or person's handle; null: no ticket, no model, nobody. */
  key: z.string().nullable(),
  /** A ticket's title, a person's name. */
  label: z.string().nullable(),
  /** Of a ticket. */
  project: z.string().nullable(),
  ticket: z.number().int().nullable(),
});
export type CostItem = z.infer<typeof costItemSchema>;

/** GET /costs, GET P/costs: money by calendar day of its project (rules 28). */
export const costsSchema = z.object({
  /** First and last day, both counted, `YYYY-MM-DD`. */
  from: z.string(),
  to: z.string(),
  /** The calendar day now; of several projects the latest. */
  today: z.string(),
  by: costGroupingSchema,
  totals: sumsSchema.extend({
    /** Open rest of every reservation now, on whatever days are asked. */
    reservedUsd: z.number(),
  }),
  /** Cap of one day as it is now, null: no fuse; only where one project is asked for. */
  capUsd: z.number().nullable().optional(),
  /** Days in order, those without money too; else the dearest first. */
  items: z.array(costItemSchema),
  /** Cheaper groups that were left out of `items`; `totals` has them. */
  leftOut: z.number().int(),
});
export type Costs = z.infer<typeof costsSchema>;
