import type {
  RunEvent,
  RunEventKind,
  RunEventPayload,
  RunFile,
} from "#server/contracts/run-event.ts";

/**
 * Rows of a transcript: what the fold makes of run events. A row is immutable; when a later event
 * changes it (a result joins its call), a new object takes its place, so React may memoise on identity.
 */
interface RowBase {
  /** Stable over the life of the transcript: made of the first event's seq. */
  key: string;
  seq: number;
  /** Every event that this row shows, in order. */
  seqs: readonly number[];
  at: string;
}

export type AskState =
  "open" | "allowed" | "denied" | "answered" | "board" | "decided" | "unanswered";

/** A question, plan or permission request and what became of it. */
export interface Ask {
  requestId: string;
  type: "question" | "permission" | "plan";
  tool: string | null;
  input: unknown;
  questions: RunEventPayload<"question">["questions"];
  state: AskState;
  answer: unknown;
  actor: string | null;
  answeredAt: string | null;
}

export interface ToolResult {
  text: string;
  isError: boolean;
  truncatedBytes: number;
  exitCode: number | null;
  /** All of a text that was cut. */
  file: RunFile | null;
  images: readonly RunFile[];
  at: string;
}

export interface ToolRow extends RowBase {
  kind: "tool";
  callId: string;
  tool: string;
  input: unknown;
  result: ToolResult | null;
  ask: Ask | null;
  deniedMessage: string | null;
  /** Rows of the sub-agent this call started; grows in place, `childCount` tells a change. */
  children: readonly Row[];
  childCount: number;
}

/** Kinds that are shown as one plain line. */
export type NoticeKind =
  | "hook"
  | "status"
  | "api_retry"
  | "rate_limit"
  | "model_fallback"
  | "task"
  | "compact"
  | "diagnostic"
  | "session_reset"
  | "interrupt"
  | "stop_requested"
  | "readopted"
  | "permission_denied";

export type Notice = {
  [K in NoticeKind]: { notice: K; payload: RunEventPayload<K> };
}[NoticeKind];

export type Row =
  | ToolRow
  /** Consecutive Read, Grep, Glob and LS calls in one line. */
  | (RowBase & { kind: "reads"; items: readonly ToolRow[] })
  | (RowBase & { kind: "started"; payload: RunEventPayload<"run_started"> })
  | (RowBase & {
      kind: "turn";
      number: number;
      payload: RunEventPayload<"init">;
    })
  | (RowBase & { kind: "text"; text: string })
  | (RowBase & { kind: "thinking"; text: string })
  | (RowBase & { kind: "user"; text: string; isSynthetic: boolean })
  | (RowBase & {
      kind: "steer";
      messageId: string;
      text: string;
      actor: string;
      state: string;
    })
  | (RowBase & { kind: "ask"; ask: Ask })
  | (RowBase & { kind: "answered"; payload: RunEventPayload<"answered"> })
  | (RowBase & { kind: "todo"; items: readonly TodoItem[] })
  | (RowBase & { kind: "notice"; count: number } & Notice)
  | (RowBase & { kind: "output"; stream: "stderr" | "raw"; text: string })
  | (RowBase & { kind: "result"; payload: RunEventPayload<"result"> })
  | (RowBase & { kind: "ended"; payload: RunEventPayload<"ended"> })
  /** A result whose call is not in sight. */
  | (RowBase & { kind: "orphan"; result: ToolResult })
  /** Unknown kinds and payloads that do not parse: shown plainly, never dropped. */
  | (RowBase & { kind: "generic"; event: RunEvent });

export type RowKind = Row["kind"];
export type TodoItem = RunEventPayload<"todo">["items"][number];
export type RowOf<K extends RowKind> = Extract<Row, { kind: K }>;
export type { RunEvent, RunEventKind, RunEventPayload };
