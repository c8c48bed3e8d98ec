import { z } from "zod";
import { runSummarySchema } from "./run.ts";
import { openQuestionSchema } from "./ticket.ts";
import { sentenceSchema } from "./why.ts";
import { gateCodeSchema } from "./words.ts";

const dateTime = z.iso.datetime();

/** At most so many waiters of a lane are named; the others are counted. */
export const LANE_WAITERS = 5;

/** Who has a concurrency group: an active run, or one that ended and keeps it for its answer (ux.md 6). */
const laneHolderSchema = z.object({
  runId: z.string(),
  ticket: z.number().int().nullable(),
  agent: z.string(),
  since: dateTime,
  /** Median of the agent's earlier runs; null = none is known. */
  expectedEndAt: dateTime.nullable(),
  isParked: z.boolean(),
});

const laneWaiterSchema = z.object({
  ticket: z.number().int(),
  title: z.string(),
  code: gateCodeSchema,
  reason: sentenceSchema,
});

/** A concurrency group that is held, waited for, or kept from running by another one. */
export const laneSchema = z.object({
  project: z.string(),
  group: z.string(),
  holder: laneHolderSchema.nullable(),
  /** Active runs that exclude it, or that its rules exclude. */
  excludedBy: z.array(
    z.object({
      group: z.string().nullable(),
      ticket: z.number().int().nullable(),
      agent: z.string(),
      expectedEndAt: dateTime.nullable(),
    }),
  ),
  /** First in line first, at most `LANE_WAITERS`. */
  waiters: z.array(laneWaiterSchema),
  /** All of them. */
  waiting: z.number().int(),
});
export type Lane = z.infer<typeof laneSchema>;

/** A run that is not over, with what its tile needs before the first event. */
export const fleetRunSchema = runSummarySchema.extend({
  maxCostUsd: z.number().nullable(),
  lastSeq: z.number().int(),
  todo: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  questions: z.array(openQuestionSchema),
  /** Which worker has it, until when; null while it is queued, and for viewers. */
  lease: z.object({ worker: z.string(), until: dateTime, fence: z.number().int() }).nullable(),
});
export type FleetRun = z.infer<typeof fleetRunSchema>;

/** GET /fleet: what the control room shows (ux.md 31). */
export const fleetSchema = z.object({
  at: dateTime,
  engine: z.object({ alive: z.boolean(), lastTickAt: dateTime.nullable() }),
  /** Of the whole machine, whatever projects the caller sees. */
  places: z.object({ used: z.number().int(), capacity: z.number().int() }),
  /** Tickets that only a free place keeps from starting. */
  waitingForPlace: z.number().int(),
  /** The provider's limit in force that opens last. */
  limit: z.object({ model: z.string(), until: dateTime, waiting: z.number().int() }).nullable(),
  /** What the provider last said of its windows to a run at work. */
  windows: z.array(
    z.object({ type: z.string(), status: z.string(), resetsAt: dateTime.nullable() }),
  ),
  /** By project and group. */
  lanes: z.array(laneSchema),
  /** Oldest first. */
  runs: z.array(fleetRunSchema),
  /** Empty for viewers. */
  workers: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.number().int(),
      version: z.string(),
      startedAt: dateTime,
      heartbeatAt: dateTime,
      lastTickAt: dateTime.nullable(),
      isDraining: z.boolean(),
    }),
  ),
});
export type Fleet = z.infer<typeof fleetSchema>;
