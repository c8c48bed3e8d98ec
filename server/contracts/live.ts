import { z } from "zod";
import { feedEventSchema } from "./feed.ts";
import { runEventSchema } from "./run-event.ts";
import { runLiveStateSchema } from "./run.ts";
import { cardSchema, columnSchema, labelSchema, memberSchema } from "./ticket.ts";
import { runOutcomeSchema, verdictSchema } from "./words.ts";

/** Socket.IO protocol (api.md §3). Namespace `/live` for browsers, `/worker` for workers; websocket only. */

/** One change inside a delta. Cards travel whole (they are small), so patching is replacing. */
export const boardChangeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("card"), card: cardSchema }),
  z.object({ type: z.literal("card_removed"), ticket: z.number().int() }),
  z.object({ type: z.literal("columns"), columns: z.array(columnSchema) }),
  z.object({ type: z.literal("labels"), labels: z.array(labelSchema) }),
  z.object({ type: z.literal("members"), members: z.array(memberSchema) }),
  z.object({
    type: z.literal("counts"),
    counts: z.record(z.string(), z.number().int()),
    /** Archived ones among them; a column that is not named has none. */
    archived: z.record(z.string(), z.number().int()).optional(),
  }),
  z.object({ type: z.literal("project") }),
  z.object({ type: z.literal("skills") }),
  z.object({ type: z.literal("automations") }),
  z.object({ type: z.literal("comment"), ticket: z.number().int() }),
]);
export type BoardChange = z.infer<typeof boardChangeSchema>;

/** One per revision, in strict order; GET P/changes answers `{ items: BoardDelta[], revision, resync }`. */
export const boardDeltaSchema = z.object({
  project: z.string(),
  revision: z.number().int(),
  changes: z.array(boardChangeSchema),
});
export type BoardDelta = z.infer<typeof boardDeltaSchema>;

export const changesAnswerSchema = z.object({
  items: z.array(boardDeltaSchema),
  revision: z.number().int(),
  /** Too far behind: fetch the board anew. */
  resync: z.boolean(),
});
export type ChangesAnswer = z.infer<typeof changesAnswerSchema>;

export const boardJoinSchema = z.strictObject({
  project: z.string().max(100),
  revision: z.number().int().nonnegative(),
});
export const boardJoinAckSchema = z.union([
  z.object({ revision: z.number().int() }),
  z.object({ resync: z.literal(true) }),
  z.object({ error: z.string(), code: z.string() }),
]);
export const boardLeaveSchema = z.strictObject({ project: z.string().max(100) });
export const runJoinSchema = z.strictObject({
  run: z.string().max(64),
  after: z.number().int().nonnegative(),
});
/** `to` is the last stored seq at the time of joining; events after it follow live. */
export const runJoinAckSchema = z.union([
  z.object({ from: z.number().int(), to: z.number().int(), ended: z.boolean() }),
  z.object({ error: z.string(), code: z.string() }),
]);
/** Owners and members; follows from the event after this number (see `GET /feed`). */
export const feedJoinSchema = z.strictObject({ after: z.number().int().nonnegative() });
export const feedLeaveSchema = z.strictObject({});
/** The ticket this tab has open, and whether a comment is being written; one of a tab. Answered like `board:leave`. */
export const presenceSetSchema = z.strictObject({
  project: z.string().max(100),
  ticket: z.number().int().positive(),
  isWriting: z.boolean(),
});
export const presenceLeaveSchema = z.strictObject({});
export const runLeaveSchema = z.strictObject({ run: z.string().max(64) });

export const runEventsMessageSchema = z.object({
  run: z.string(),
  first: z.number().int(),
  events: z.array(runEventSchema),
});
export type RunEventsMessage = z.infer<typeof runEventsMessageSchema>;
/** Accumulated text of the assistant message being written; never stored. Empty text = finished. */
export const runPartialMessageSchema = z.object({
  run: z.string(),
  text: z.string(),
  parent: z.string().nullable().optional(),
});
export type RunPartialMessage = z.infer<typeof runPartialMessageSchema>;
export const runEndMessageSchema = z.object({
  run: z.string(),
  lastSeq: z.number().int(),
  outcome: runOutcomeSchema.nullable(),
  verdict: verdictSchema.nullable(),
});
export type RunEndMessage = z.infer<typeof runEndMessageSchema>;

const presentPersonSchema = z.object({
  handle: z.string(),
  name: z.string(),
  isWriting: z.boolean(),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;
/** Who has which ticket of a project open: always all of it, tickets that nobody has open left out. */
export const presenceMessageSchema = z.object({
  project: z.string(),
  tickets: z.array(z.object({ ticket: z.number().int(), people: z.array(presentPersonSchema) })),
});
export type PresenceMessage = z.infer<typeof presenceMessageSchema>;

/** Events the gateway sends on `/live`. */
export const liveServerEvents = {
  "board:delta": boardDeltaSchema,
  /** Too much changed at once, or the reader was away too long: fetch the board anew. */
  "board:resync": z.object({ project: z.string(), revision: z.number().int() }),
  "run:events": runEventsMessageSchema,
  "run:state": runLiveStateSchema,
  "run:partial": runPartialMessageSchema,
  "run:end": runEndMessageSchema,
  "feed:events": z.object({ items: z.array(feedEventSchema) }),
  presence: presenceMessageSchema,
  "why:changed": z.object({ project: z.string(), tickets: z.array(z.number().int()) }),
  "inbox:changed": z.object({ project: z.string() }),
  "budget:changed": z.object({ project: z.string() }),
  "fleet:changed": z.object({}),
} as const;
export type LiveServerEvents = {
  [E in keyof typeof liveServerEvents]: (message: z.infer<(typeof liveServerEvents)[E]>) => void;
};

/** Sent with an acknowledgement that a browser gives at once: somebody is still there. */
export type PresenceCheck = (message: Record<string, never>, ack: () => void) => void;

/** Events a worker sends on `/worker`: copies of stored rows and hints; losing all of them loses nothing. */
export const workerClientEvents = {
  events: runEventsMessageSchema,
  partial: runPartialMessageSchema,
  state: runLiveStateSchema,
  end: runEndMessageSchema,
  why: z.object({ project: z.string(), tickets: z.array(z.number().int()) }),
  heartbeat: z.object({ worker: z.string() }),
} as const;
export type WorkerClientEvents = {
  [E in keyof typeof workerClientEvents]: (
    message: z.infer<(typeof workerClientEvents)[E]>,
  ) => void;
};

/**
 * `pg_notify('signalbox', …)` payloads: `<project id>:<revision>` after a write, `run:<run id>` after a
 * command to a run, `feed:<id>` when the feed has got events.
 */
export const notifyChannel = "signalbox";
