/** `system` lines and the rest: state of the CLI, retries, limits, hooks, background tasks. */
import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { cutText } from "../sanitise.ts";
import {
  asList,
  asRecord,
  numberOf,
  numberOrNull,
  parentOf,
  textOf,
  textOrNull,
} from "./fields.ts";
import type { JsonRecord } from "./fields.ts";
import type { LineFacts, NormalisedLine } from "./shapes.ts";

const MAX_OUTPUT_CHARS = 16 * 1024;

type Reader = (line: JsonRecord) => { event: NormalisedEvent; facts?: LineFacts };

/** No event: the caller keeps the line as `unknown`. */
export function normaliseSystem(type: string, line: JsonRecord): NormalisedLine {
  const name = type === "system" ? `system/${textOf(line["subtype"])}` : type;
  const read = Object.hasOwn(readers, name) ? readers[name]?.(line) : undefined;
  const facts: LineFacts = { ...read?.facts };
  const sessionId = textOrNull(line["session_id"]);
  if (sessionId) facts.sessionId = sessionId;
  return {
    events: read ? [read.event] : [],
    partial: null,
    liveUsage: null,
    facts,
    overflow: [],
  };
}

/** A notice of no consequence: kept, with `code` so that a view can hide it. */
function notice(code: string, text: (line: JsonRecord) => string): Reader {
  return (line) => ({
    event: {
      kind: "status",
      parent: parentOf(line),
      payload: { text: cutText(text(line), MAX_OUTPUT_CHARS), code },
    },
  });
}

const freeText = (line: JsonRecord): string =>
  textOf(line["message"]) || textOf(line["content"]) || textOf(line["text"]);

const readers: Record<string, Reader> = {
  "system/init": readInit,
  "system/api_retry": (line) => ({
    event: {
      kind: "api_retry",
      parent: parentOf(line),
      payload: {
        attempt: numberOf(line["attempt"]),
        maxRetries: numberOf(line["max_retries"]),
        delayMs: numberOf(line["retry_delay_ms"]),
        errorStatus: numberOrNull(line["error_status"]),
        error: textOf(line["error"]),
      },
    },
  }),
  "system/model_fallback": (line) => ({
    event: {
      kind: "model_fallback",
      parent: parentOf(line),
      payload: {
        from: textOf(line["original_model"]),
        to: textOf(line["fallback_model"]),
        trigger: textOf(line["trigger"]),
      },
    },
  }),
  "system/permission_denied": (line) => ({
    event: {
      kind: "permission_denied",
      parent: parentOf(line),
      payload: {
        tool: textOf(line["tool_name"]),
        callId: textOrNull(line["tool_use_id"]),
        message: cutText(textOf(line["message"]), MAX_OUTPUT_CHARS),
      },
    },
  }),
  "system/hook_started": notice("hook_started", (line) => textOf(line["hook_event"])),
  "system/hook_response": (line) => ({
    event: {
      kind: "hook",
      parent: parentOf(line),
      payload: {
        event: textOf(line["hook_event"]),
        exitCode: numberOrNull(line["exit_code"]),
        outcome: textOf(line["outcome"]),
        output: cutText(textOf(line["output"]) || textOf(line["stdout"]), MAX_OUTPUT_CHARS),
      },
    },
  }),
  "system/task_started": readTask("started"),
  "system/task_progress": readTask("progress"),
  "system/task_updated": readTask("updated"),
  "system/task_notification": readTask("ended"),
  "system/background_tasks_changed": notice("background_tasks_changed", () => ""),
  "system/compact_boundary": (line) => {
    const metadata = asRecord(line["compact_metadata"]) ?? {};
    return {
      event: {
        kind: "compact",
        parent: parentOf(line),
        payload: {
          trigger: textOf(metadata["trigger"]),
          beforeTokens: numberOrNull(metadata["pre_tokens"]),
          afterTokens: numberOrNull(metadata["post_tokens"]),
        },
      },
    };
  },
  "system/status": notice(
    "status",
    (line) => textOf(line["status"]) || textOf(line["permissionMode"]),
  ),
  "system/thinking_tokens": notice(
    "thinking_tokens",
    (line) => `${numberOf(line["estimated_tokens"])}`,
  ),
  "system/informational": notice("informational", freeText),
  "system/notification": notice("notification", freeText),
  "system/session_title_changed": notice("session_title_changed", (line) => textOf(line["title"])),
  "system/ui_invalidate": notice("ui_invalidate", () => ""),
  rate_limit_event: readRateLimit,
  tool_progress: (line) => ({
    event: {
      kind: "status",
      parent: parentOf(line),
      payload: {
        text: `${textOf(line["tool_name"])}: ${numberOf(line["elapsed_time_seconds"])} s`,
        code: "tool_progress",
        elapsedMs: numberOf(line["elapsed_time_seconds"]) * 1_000,
      },
    },
  }),
  command_lifecycle: (line) => ({
    event: {
      kind: "status",
      parent: null,
      payload: {
        text: textOf(line["state"]),
        code: "command_lifecycle",
        messageId: textOf(line["command_uuid"]),
      },
    },
  }),
};

function readInit(line: JsonRecord): ReturnType<Reader> {
  const init: RunEventPayload<"init"> = {
    sessionId: textOf(line["session_id"]),
    cwd: textOf(line["cwd"]),
    model: textOf(line["model"]),
    permissionMode: textOf(line["permissionMode"]),
    tools: asList(line["tools"]).map(textOf),
    mcpServers: asList(line["mcp_servers"]).map((item) => {
      const server = asRecord(item) ?? {};
      return { name: textOf(server["name"]), status: textOf(server["status"]) };
    }),
    cliVersion: textOf(line["claude_code_version"]),
  };
  return { event: { kind: "init", parent: null, payload: init }, facts: { init } };
}

function readTask(state: string): Reader {
  return (line) => ({
    event: {
      kind: "task",
      parent: textOrNull(line["tool_use_id"]) ?? parentOf(line),
      payload: {
        taskId: textOf(line["task_id"]),
        state: textOf(line["status"]) || state,
        text: cutText(
          textOf(line["description"]) || textOf(line["summary"]) || freeText(line),
          MAX_OUTPUT_CHARS,
        ),
      },
    },
  });
}

function readRateLimit(line: JsonRecord): ReturnType<Reader> {
  const info = asRecord(line["rate_limit_info"]) ?? {};
  const rateLimit: RunEventPayload<"rate_limit"> = {
    status: textOf(info["status"]),
    resetsAt: unixToIso(numberOrNull(info["resetsAt"])),
    limitType: textOrNull(info["rateLimitType"]),
  };
  return { event: { kind: "rate_limit", parent: null, payload: rateLimit }, facts: { rateLimit } };
}

/** Seconds → ISO; null for what is no sensible time. */
export function unixToIso(seconds: number | null): string | null {
  if (seconds === null || seconds <= 0 || seconds > 253_402_300_799) return null;
  return new Date(seconds * 1_000).toISOString();
}
