/** What one line of stdout turns into, and what is remembered between lines. */
import type { NormalisedEvent, RunEventPayload, TokenUsage } from "#server/contracts/run-event.ts";
import type { Partials } from "./partials.ts";
import type { TodoList } from "./todo-list.ts";

/** Text that is still being written; never stored. */
export type PartialText = {
  /** Call id of the sub-agent it belongs to. */
  parent: string | null;
  messageId: string;
  /** Number of the block inside its message. */
  index: number;
  kind: "text" | "thinking" | "tool_input";
  /** For `tool_input`: the tool's name. */
  tool: string | null;
  /** All of the block so far. Redact this, not the delta: a secret may be cut anywhere. */
  text: string;
  /** The block is complete; the stored event follows. */
  isDone: boolean;
};

/** Usage of one API message so far; the last one per `messageId` counts. */
export type LiveUsage = {
  messageId: string;
  model: string | null;
  usage: TokenUsage;
  /** The answer is complete: its output is counted. */
  isDone: boolean;
};

/** What of a tool result is too large for its event; the caller stores it in files. */
export type ToolOverflow = {
  callId: string;
  /** All of its text, when the event's was cut. */
  text: string | null;
  images: ToolImage[];
};

export type ToolImage = { type: "png" | "jpg" | "gif" | "webp"; base64: string };

/** What the worker decides on, without looking into payloads. */
export type LineFacts = {
  sessionId?: string;
  init?: RunEventPayload<"init">;
  result?: RunEventPayload<"result">;
  /** A tool call began or ended. */
  callStarted?: { callId: string; tool: string }[];
  callEnded?: string[];
  /** The CLI consumed the message with this uuid: delivered. */
  deliveredUuid?: string;
  /** The CLI waits for our answer. */
  request?: {
    requestId: string;
    callId: string | null;
    tool: string;
    input: Record<string, unknown>;
    /** Rules the CLI proposes for "always", as it sent them. */
    suggestions: unknown[];
  };
  /** The CLI no longer waits for the answer to this request. */
  cancelledRequestId?: string;
  /** Answer to a control request of ours (its id); `error` null: accepted. */
  controlResponse?: { requestId: string; error: string | null };
  rateLimit?: RunEventPayload<"rate_limit">;
  /** `assistant.error`: authentication_failed, rate_limit, billing_error … */
  assistantError?: string;
};

export type NormalisedLine = {
  /** To be stored, in this order; empty only for `stream_event` and blank lines. */
  events: NormalisedEvent[];
  partial: PartialText | null;
  liveUsage: LiveUsage | null;
  facts: LineFacts;
  overflow: ToolOverflow[];
};

export type NormaliserState = {
  /** Call id → tool, for results; bounded. */
  toolByCall: Map<string, string>;
  openCalls: Set<string>;
  todo: TodoList;
  partials: Partials;
  /** Input side of the last message of the main loop: how full the context is. */
  contextTokens: number | null;
  isTurnOpen: boolean;
};
