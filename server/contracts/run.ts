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
  prompt: z.string(),
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
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

/** POST …/stop; `undo`: once it has stopped, its changes are taken back. */
export const stopRunSchema = z.object({ undo: z.boolean().optional() });

export const startRunSchema = z.strictObject({ agent: z.string().optional() });
export type StartRun = z.infer<typeof startRunSchema>;

/** POST …/run: started, or owed and waiting for a gate that passes with time. */
export const startRunAnswerSchema = z.union([
  z.object({ runId: z.string() }),
  z.object({ firingId: z.number().int(), waiting: z.string(), sentence: sentenceSchema }),
]);
export type StartRunAnswer = z.infer<typeof startRunAnswerSchema>;

export const steerRunSchema = z.object({
  text: z.string().trim().min(1).max(20_000),
  mode: z.enum(["now", "interrupt", "queue"]).default("now"),
});

export const answerQuestionSchema = z.strictObject({
  questionId: z.string(),
  answer: z.union([
    /** question text → chosen label(s) or free text */
    z.strictObject({ labels: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
    z.strictObject({
      permission: z.enum(["allow", "allow_run", "allow_always", "deny"]),
      note: z.string().max(4_000).optional(),
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
