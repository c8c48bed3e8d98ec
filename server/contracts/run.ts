import { z } from "zod";
import { skippedSchema, touchedBySchema, undoStateSchema } from "./undo.ts";
import { permissionLevelSchema, runOutcomeSchema, runStateSchema, verdictSchema } from "./words.ts";
import { gateResultSchema, sentenceSchema } from "./why.ts";

const dateTime = z.iso.datetime();

/** A row of GET P/runs: existing boards' names (`runId`, `agentName`, `status` …) beside ours. Money in USD. */
export const runSummarySchema = z.object({
  id: z.string(),
  runId: z.string(),
  project: z.string(),
  ticket: z.number().int().nullable(),
  ticketId: z.number().int().nullable(),
  ticketTitle: z.string().nullable(),
  agent: z.string(),
  agentName: z.string(),
  skillFile: z.string().nullable(),
  concurrencyGroup: z.string().nullable(),
  sessionId: z.string().nullable(),
  status: z.enum(["Running", "Completed", "Failed", "Stopped"]),
  state: runStateSchema,
  outcome: runOutcomeSchema.nullable(),
  verdict: verdictSchema.nullable(),
  costUsd: z.number(),
  isCostEstimated: z.boolean(),
  turns: z.number().int(),
  lastAction: z.string().nullable(),
  attempt: z.number().int(),
  previousRunId: z.string().nullable(),
  automation: z.string().nullable(),
  model: z.string().nullable(),
  isDemo: z.boolean(),
  permissionLevel: permissionLevelSchema,
  createdAt: dateTime,
  startedAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
  stopRequestedAt: dateTime.nullable(),
  stoppedBy: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** Who works in the session of a run in a terminal, and how to get there (ux.md 36). */
export const takeoverSchema = z.object({
  by: z.string(),
  at: dateTime,
  /** Null while the run still is ending: two at one session would split it. */
  command: z.string().nullable(),
});

/** GET P/runs/{id}. */
export const runDetailSchema = runSummarySchema.extend({
  cause: sentenceSchema,
  /** Name of the rule behind it; null for a start without one. `automation` is its id. */
  rule: z.string().nullable(),
  /** The gates as they stood at its admission; what a person's start skipped is `forced`. */
  gates: z.array(gateResultSchema),
  maxCostUsd: z.number().nullable(),
  reservedUsd: z.number().nullable(),
  maxTurns: z.number().int(),
  timeoutSeconds: z.number().int(),
  contextTokens: z.number().int().nullable(),
  lastSeq: z.number().int(),
  error: z.string().nullable(),
  resultText: z.string().nullable(),
  exitCode: z.number().int().nullable(),
  exitSignal: z.string().nullable(),
  resetsAt: dateTime.nullable(),
  cliVersion: z.string().nullable(),
  /** How its processes are held together; null before its start. */
  containment: z.enum(["pid_namespace", "process_group"]).nullable(),
  /** When its events and files were deleted, the project's retention having passed. */
  prunedAt: dateTime.nullable(),
  cwd: z.string(),
  isolation: z.string(),
  isResume: z.boolean(),
  skillVersion: z.number().int().nullable(),
  skillVersionNow: z.number().int().nullable(),
  contract: z.unknown(),
  contractHash: z.string(),
  allowedTools: z.array(z.string()),
  forcedGates: z.array(z.string()),
  columnBefore: z.string().nullable(),
  columnAfter: z.string().nullable(),
  /** What shows the run in a terminal; null unless the worker opens windows and the run lives. */
  attachCommand: z.string().nullable(),
  prompt: z.string(),
  /** Its session can be worked in by a person: it has one, and no later run of its pair. */
  canTakeOver: z.boolean(),
  takeover: takeoverSchema.nullable(),
  /** It ended parked, and its uncommitted changes keep its group (ux.md 6). */
  holdsGroup: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

/** GET P/runs/{id}/changes: files that differ between the run's first and last checkpoint. */
export const changedFileSchema = z.object({
  path: z.string(),
  change: z.enum(["added", "modified", "deleted", "renamed"]),
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  /** Who else touched it meanwhile or since. */
  also: z.array(touchedBySchema).default([]),
});
export const runChangesSchema = z.object({
  /**
   * `git`: a run without checkpoints, compared with the commit it began at. `none`: it has neither, or
   * has not started.
   */
  source: z.enum(["checkpoints", "git", "none"]),
  files: z.array(changedFileSchema),
  /** Turns one can go back to, oldest first. */
  turns: z.array(z.object({ turn: z.number().int(), at: dateTime })).default([]),
  skipped: skippedSchema.nullable().default(null),
  /** Why a checkpoint is missing. */
  problem: z.string().nullable().default(null),
  /** The run's last undo. */
  undo: undoStateSchema.nullable().default(null),
});
export type RunChanges = z.infer<typeof runChangesSchema>;

/** GET P/runs/{id}/changes/file?path=…: unified, without its head. */
export const fileDiffSchema = z.object({
  path: z.string(),
  text: z.string(),
  isBinary: z.boolean(),
  isTruncated: z.boolean(),
  /** The call of the run that wrote each part of the text, in their order; null: none is known. */
  writers: z
    .array(z.object({ seq: z.number().int(), tool: z.string(), at: dateTime }).nullable())
    .default([]),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

/** POST …/stop; `undo`: once it has stopped, its changes are taken back. */
export const stopRunSchema = z.object({ undo: z.boolean().optional() });

export const startRunSchema = z.strictObject({ agent: z.string().optional() });

/**
 * POST …/run: started, or owed and waiting for a gate that passes with time: `sentence` says which,
 * `place` when its turn comes ("next after #41, about 6 min").
 */
export const startRunAnswerSchema = z.union([
  z.object({ runId: z.string() }),
  z.object({
    firingId: z.number().int(),
    waiting: z.string(),
    sentence: sentenceSchema,
    place: sentenceSchema,
  }),
]);
export type StartRunAnswer = z.infer<typeof startRunAnswerSchema>;

/** What may be changed for another try: never contract, caps, group or limits (runs.md §9). */
export const harnessSchema = z.strictObject({
  model: z.string().trim().min(1).max(100).optional(),
  /** Can only make it smaller. */
  maxTurns: z.number().int().min(1).max(1_000).optional(),
  session: z.enum(["resume", "fresh"]).optional(),
  /** Goes to the agent as the person's own words. */
  note: z.string().trim().min(1).max(1_000).optional(),
});

/** The same as it is kept with a run: with the name of who wrote the note. */
export type RunHarness = z.infer<typeof harnessSchema> & { noteBy?: string };

/** POST …/readjust; another agent than that of the run takes the work over. */
export const readjustSchema = z.strictObject({
  harness: harnessSchema.default({}),
  agent: z.string().optional(),
});

/** GET …/retry: what "Try again" would use. */
export const retrySettingsSchema = z.object({
  agent: z.string(),
  /** Name of the rule whose settings they are; null = front matter and defaults. */
  rule: z.string().nullable(),
  group: z.string(),
  model: z.string().nullable(),
  /** The next dearer one; null = there is none. */
  strongerModel: z.string().nullable(),
  maxTurns: z.number().int(),
  maxCostUsd: z.number().nullable(),
  session: z.enum(["resume", "fresh"]),
});
export type RetrySettings = z.infer<typeof retrySettingsSchema>;

/** POST …/giveback: with `resume` (the default) the agent goes on at once. */
export const giveBackSchema = z.strictObject({ resume: z.boolean().default(true) });

export const steerRunSchema = z.object({
  text: z.string().trim().min(1).max(20_000),
  /** Absent, as existing callers have it: now, answered 204. */
  mode: z.enum(["now", "interrupt", "queue"]).optional(),
});

export const answerQuestionSchema = z.strictObject({
  questionId: z.string(),
  answer: z.union([
    /** question text → chosen label(s) or free text */
    z.strictObject({ labels: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
    z.strictObject({
      permission: z.enum(["allow", "allow_run", "allow_always", "deny"]),
      note: z.string().max(4_000).optional(),
      /** Only to a plan: it is carried out as changed here. */
      plan: z.string().trim().min(1).max(50_000).optional(),
    }),
  ]),
});
export type AnswerQuestion = z.infer<typeof answerQuestionSchema>;

/** What the gateway says about a run that changes (Socket.IO `run:state`). */
export const runLiveStateSchema = z.object({
  run: z.string(),
  project: z.string(),
  ticket: z.number().int().nullable(),
  agent: z.string(),
  state: runStateSchema,
  outcome: runOutcomeSchema.nullable(),
  cost: z.number(),
  isCostEstimated: z.boolean(),
  turns: z.number().int(),
  lastAction: z.string().nullable(),
  contextTokens: z.number().int().nullable(),
  todo: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Its folder is being recorded before the agent may start; long only at the first time. */
  isRecording: z.boolean().default(false),
});
export type RunLiveState = z.infer<typeof runLiveStateSchema>;
