import { z } from "zod";
import type { ActivityKind } from "./activity.ts";

/**
 * The feed: what happened to tickets and runs, of all projects in one order, numbered from 1 without a
 * gap. It is taken from the activity log, which every transaction that changes a state writes anyway.
 */
export const feedEventOfKind = {
  run_admitted: "admitted",
  /** The agent has proved that it started: only now a run exists for others. */
  run_running: "created",
  run_asks: "asks",
  run_answered: "answered",
  run_stop_requested: "stop_requested",
  run_withdrawn: "withdrawn",
  run_ended: "ended",
  run_undone: "undone",
  ticket_created: "ticket_created",
  ticket_changed: "ticket_changed",
  ticket_moved: "ticket_moved",
  ticket_deleted: "ticket_deleted",
  ticket_restored: "ticket_restored",
  comment_added: "comment_added",
} as const satisfies Partial<Record<ActivityKind, string>>;

export const feedEventSchema = z.object({
  id: z.number().int().positive(),
  at: z.iso.datetime(),
  /** Slug. */
  project: z.string(),
  /** Number; null where a run has no ticket. */
  ticket: z.number().int().nullable(),
  event: z.enum(Object.values(feedEventOfKind)),
  /** run, agent, outcome, comment, question: as far as they apply; from, to: columns; fields: what changed; by, byKind, rule. */
  data: z.record(z.string(), z.unknown()),
});
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** GET /feed?after=: in order. Ask on with `next`; what is older than `oldest` is not kept any more. */
export const feedAnswerSchema = z.object({
  items: z.array(feedEventSchema),
  next: z.number().int().nonnegative(),
  /** 0 = nothing is kept. */
  oldest: z.number().int().nonnegative(),
});
export type FeedAnswer = z.infer<typeof feedAnswerSchema>;
