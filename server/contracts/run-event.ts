import { z } from "zod";

/**
 * Run events: what the agent's output is normalised into (runs.md §5). One event is stored per fact,
 * `seq` is contiguous from 1 over the whole run. Payloads are tolerant on read (`looseObject`): a
 * newer CLI may add fields, and a row must never break on them.
 */
export const runEventKinds = [
  // what the CLI says
  "init",
  "assistant_text",
  "thinking",
  "tool_call",
  "tool_result",
  "user_message",
  "question",
  "permission_request",
  "permission_denied",
  "todo",
  "hook",
  "status",
  "api_retry",
  "rate_limit",
  "model_fallback",
  "task",
  "compact",
  "usage",
  "result",
  "stderr",
  "raw",
  "unknown",
  "diagnostic",
  // what we say
  "run_started",
  "session_reset",
  "steer",
  "interrupt",
  "stop_requested",
  "answered",
  "readopted",
  "ended",
] as const;
export const runEventKindSchema = z.enum(runEventKinds);
export type RunEventKind = z.infer<typeof runEventKindSchema>;

/** Token counts as the CLI spells them, camel-cased by us. */
export const tokenUsageSchema = z.looseObject({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  cacheReadTokens: z.number().default(0),
  cacheWriteTokens: z.number().default(0),
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

/** Something of a run that is too large for an event. Deleted with its events (rule 41). */
const runFileSchema = z.looseObject({ name: z.string(), bytes: z.number() });
export type RunFile = z.infer<typeof runFileSchema>;

/** `<process>-<place in its output>-<n>.<type>`: the board gives these names, nobody else. */
export const runFileNameSchema = z
  .string()
  .regex(/^\d{1,6}-\d{1,16}-\d{1,4}\.(?:txt|png|jpg|gif|webp)$/);

export const runEventPayloadSchemas = {
  init: z.looseObject({
    sessionId: z.string(),
    cwd: z.string(),
    model: z.string(),
    permissionMode: z.string(),
    tools: z.array(z.string()),
    mcpServers: z.array(z.looseObject({ name: z.string(), status: z.string() })),
    cliVersion: z.string(),
  }),
  assistant_text: z.looseObject({ text: z.string(), messageId: z.string().nullable() }),
  thinking: z.looseObject({ text: z.string(), messageId: z.string().nullable() }),
  /** `callId` joins the result; `input` is the tool's own arguments. */
  tool_call: z.looseObject({ callId: z.string(), tool: z.string(), input: z.unknown() }),
  /**
   * `text` is cut at 64 KB (`truncatedBytes` > 0 says how much is missing); `file` then holds all of it,
   * `images` what it held beside text: names for GET P/runs/{id}/files/{name}.
   */
  tool_result: z.looseObject({
    callId: z.string(),
    text: z.string(),
    isError: z.boolean(),
    truncatedBytes: z.number(),
    exitCode: z.number().nullable(),
    file: runFileSchema.optional(),
    images: z.array(runFileSchema).optional(),
  }),
  user_message: z.looseObject({
    text: z.string(),
    isSynthetic: z.boolean(),
    isReplay: z.boolean(),
    uuid: z.string().nullable(),
  }),
  /** AskUserQuestion; answered through the control protocol. */
  question: z.looseObject({
    requestId: z.string(),
    callId: z.string().nullable(),
    questions: z.array(
      z.looseObject({
        question: z.string(),
        header: z.string().optional(),
        multiSelect: z.boolean().optional(),
        options: z.array(z.looseObject({ label: z.string(), description: z.string().optional() })),
      }),
    ),
    /** `agent`: nobody is asked, it decides itself and says so at the end (ux.md 6). */
    decidedBy: z.enum(["person", "agent"]).optional(),
  }),
  /** `isPlan`: ExitPlanMode. `decidedBy: "board"`: our responder allowed it (ux.md 2). */
  permission_request: z.looseObject({
    requestId: z.string(),
    callId: z.string().nullable(),
    tool: z.string(),
    input: z.unknown(),
    isPlan: z.boolean(),
    decidedBy: z.enum(["person", "board"]),
  }),
  permission_denied: z.looseObject({
    tool: z.string(),
    callId: z.string().nullable(),
    message: z.string(),
  }),
  todo: z.looseObject({
    items: z.array(
      z.looseObject({
        text: z.string(),
        state: z.enum(["pending", "in_progress", "completed"]),
        /** What the CLI calls it, where it keeps the list itself. */
        id: z.string().optional(),
      }),
    ),
  }),
  hook: z.looseObject({
    event: z.string(),
    exitCode: z.number().nullable(),
    outcome: z.string(),
    output: z.string(),
  }),
  status: z.looseObject({ text: z.string() }),
  api_retry: z.looseObject({
    attempt: z.number(),
    maxRetries: z.number(),
    delayMs: z.number(),
    errorStatus: z.number().nullable(),
    error: z.string(),
  }),
  rate_limit: z.looseObject({
    status: z.string(),
    resetsAt: z.iso.datetime().nullable(),
    limitType: z.string().nullable(),
  }),
  model_fallback: z.looseObject({ from: z.string(), to: z.string(), trigger: z.string() }),
  task: z.looseObject({ taskId: z.string(), state: z.string(), text: z.string() }),
  compact: z.looseObject({
    trigger: z.string(),
    beforeTokens: z.number().nullable(),
    afterTokens: z.number().nullable(),
  }),
  usage: z.looseObject({ usage: tokenUsageSchema, contextTokens: z.number().nullable() }),
  /** End of a turn; the last one before the end classifies the run. Money is in USD. */
  result: z.looseObject({
    subtype: z.string(),
    isError: z.boolean(),
    text: z.string().nullable(),
    errors: z.array(z.string()),
    terminalReason: z.string().nullable(),
    apiErrorStatus: z.number().nullable(),
    turns: z.number(),
    durationMs: z.number(),
    queuedTurns: z.number(),
    /** Running total as the CLI reported it (see claude-cli.md §7 for what it covers per version). */
    totalCostUsd: z.number().nullable(),
    /** Cost since the previous result where the CLI says so, else null. */
    costSinceLastUsd: z.number().nullable(),
    /** What we book for this result. */
    bookedUsd: z.number().optional(),
    usage: tokenUsageSchema,
    contextTokens: z.number().nullable(),
    modelUsage: z.record(z.string(), z.looseObject({ costUsd: z.number().nullable() })),
    deniedTools: z.array(z.string()),
    permissionDenials: z.number(),
  }),
  stderr: z.looseObject({ text: z.string() }),
  raw: z.looseObject({ text: z.string() }),
  unknown: z.looseObject({ type: z.string(), raw: z.unknown() }),
  diagnostic: z.looseObject({ code: z.string(), message: z.string() }),
  run_started: z.looseObject({
    agent: z.string(),
    isResume: z.boolean(),
    prompt: z.string(),
    model: z.string().nullable(),
    permissionLevel: z.string(),
    isDemo: z.boolean(),
  }),
  session_reset: z.looseObject({ reason: z.string() }),
  steer: z.looseObject({
    messageId: z.string(),
    text: z.string(),
    actor: z.string(),
    state: z.string(),
  }),
  interrupt: z.looseObject({ actor: z.string() }),
  stop_requested: z.looseObject({ actor: z.string(), reason: z.string().nullable() }),
  answered: z.looseObject({ questionId: z.string(), actor: z.string(), answer: z.unknown() }),
  readopted: z.looseObject({ fence: z.number() }),
  ended: z.looseObject({
    outcome: z.string(),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    message: z.string().nullable(),
  }),
} as const satisfies Record<RunEventKind, z.ZodType>;

export type RunEventPayload<K extends RunEventKind> = z.infer<(typeof runEventPayloadSchemas)[K]>;

/** A normalised event before it got its `seq`. `parent` is the call id of the sub-agent it belongs to. */
export type NormalisedEvent = {
  [K in RunEventKind]: { kind: K; parent: string | null; payload: RunEventPayload<K> };
}[RunEventKind];

/** How a run event travels: `{ seq, at, kind, parent?, payload }` (api.md §2). */
export const runEventSchema = z.object({
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  kind: runEventKindSchema,
  parent: z.string().nullable().optional(),
  payload: z.record(z.string(), z.unknown()),
});
export type RunEvent = z.infer<typeof runEventSchema>;
