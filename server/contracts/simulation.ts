import { z } from "zod";
import { sentenceSchema } from "./why.ts";
import { gateCodeSchema } from "./words.ts";

const dateTime = z.iso.datetime();

/** POST P/automations/simulate: what a text would do from `from` (default now) on, for so many hours. */
export const simulateAutomationsSchema = z.union([
  z.strictObject({
    text: z.string().max(1_048_576),
    hours: z.number().min(0.1).max(168).optional(),
    from: dateTime.optional(),
  }),
  z.strictObject({
    config: z.record(z.string(), z.unknown()),
    hours: z.number().min(0.1).max(168).optional(),
    from: dateTime.optional(),
  }),
]);

/** A run of the simulation. `ticket` null = it is about no ticket. */
export const simulatedStartSchema = z.object({
  at: dateTime,
  endsAt: dateTime,
  ticket: z.number().int().nullable(),
  agent: z.string(),
  automationId: z.string().nullable(),
  /** The lane it runs in: never two at once. */
  group: z.string(),
  costUsd: z.number(),
});
export type SimulatedStart = z.infer<typeof simulatedStartSchema>;

/** A ticket held by one gate from one moment to another; `to` null = still held at the end. */
export const simulatedWaitSchema = z.object({
  ticket: z.number().int().nullable(),
  automationId: z.string().nullable(),
  code: gateCodeSchema,
  /** The lane it would run in, where that is known. */
  group: z.string().nullable(),
  from: dateTime,
  to: dateTime.nullable(),
  sentence: sentenceSchema,
});
export type SimulatedWait = z.infer<typeof simulatedWaitSchema>;

/** What was booked in the hour that begins at `at`, and the day's sum at its end. */
export const simulatedSpendSchema = z.object({
  at: dateTime,
  usd: z.number(),
  dayUsd: z.number(),
});
export type SimulatedSpend = z.infer<typeof simulatedSpendSchema>;

/** An automation that cannot start anything on this board, whatever happens to its tickets. */
export const neverFiresSchema = z.object({ automationId: z.string(), reason: sentenceSchema });
export type NeverFires = z.infer<typeof neverFiresSchema>;

const startKeySchema = simulatedStartSchema.pick({
  at: true,
  ticket: true,
  agent: true,
  automationId: true,
});

/** Against the configuration in force, from the same moment: starts that come, go or move in time. */
export const simulationDifferenceSchema = z.object({
  added: z.array(startKeySchema),
  removed: z.array(startKeySchema),
  changed: z.array(startKeySchema.extend({ was: dateTime })),
});
export type SimulationDifference = z.infer<typeof simulationDifferenceSchema>;

export const simulationSchema = z.object({
  from: dateTime,
  to: dateTime,
  /** null = the project has no fuse. */
  capUsd: z.number().nullable(),
  starts: z.array(simulatedStartSchema),
  waits: z.array(simulatedWaitSchema),
  spend: z.array(simulatedSpendSchema),
  /** When the day's money first held something back. */
  capReachedAt: dateTime.nullable(),
  neverFires: z.array(neverFiresSchema),
  difference: simulationDifferenceSchema,
  /** It was ended early: too many starts or too many decisions; what is shown is right up to `to`. */
  isCut: z.boolean(),
});
export type Simulation = z.infer<typeof simulationSchema>;

/** An example of the file that does not come out as it says. */
export const failedExampleSchema = z.object({
  name: z.string(),
  expected: z.string(),
  found: z.string(),
  message: z.string(),
});
export type FailedExample = z.infer<typeof failedExampleSchema>;

/** A new or wider automation that selects more tickets now than start without asking (ux.md 12). */
export const selectsManySchema = z.object({
  automationId: z.string(),
  name: z.string(),
  count: z.number().int(),
  /** The first of them, in the order in which they would start. */
  tickets: z.array(z.number().int()),
});
export type SelectsMany = z.infer<typeof selectsManySchema>;

/** "If I save this now" (ux.md 12). */
export const ifSavedSchema = z.object({
  /** Tickets that start at once because of the change, in order. */
  startsNow: z.array(z.number().int()),
  /** Further tickets it selects now, which wait for their turn. */
  thenMore: z.number().int(),
  /** Of all of them together: usual and dear runs. */
  costUsd: z.object({ low: z.number(), high: z.number() }),
  /** So many starts fit the day's cap; null = it is not reached. */
  capReachedAfter: z.number().int().nullable(),
  neverFires: z.array(neverFiresSchema),
  /** Paths of automations that start each other without a person, the first one again at the end. */
  loops: z.array(z.array(z.string())),
  tests: z.object({ passed: z.number().int(), failed: z.array(failedExampleSchema) }),
  /** Pairs of agents that may write the same folder at once. */
  sameFolder: z.array(z.tuple([z.string(), z.string()])),
  /** Saving asks which of their tickets may start. */
  asks: z.array(selectsManySchema),
  isCut: z.boolean(),
});
export type IfSaved = z.infer<typeof ifSavedSchema>;

/** The answer to that question: only tickets that enter from now on, one, all, or none (switched off). */
export const startChoiceSchema = z.enum(["entering", "one", "all", "off"]);
export type StartChoice = z.infer<typeof startChoiceSchema>;

/** details of the 409 `ASKS_WHICH_START`. */
export const asksWhichStartSchema = z.object({ automations: z.array(selectsManySchema) });
export type AsksWhichStart = z.infer<typeof asksWhichStartSchema>;
