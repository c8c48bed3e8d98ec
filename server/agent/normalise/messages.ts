/** `assistant` and `user` lines: text, thinking, tool calls and their results. */
import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { cutText, imageNote, sanitise } from "../sanitise.ts";
import { asList, asRecord, contextOf, parentOf, textOf, textOrNull, usageOf } from "./fields.ts";
import type { JsonRecord } from "./fields.ts";
import type {
  LineFacts,
  NormalisedLine,
  NormaliserState,
  ToolImage,
  ToolOverflow,
} from "./shapes.ts";

const MAX_RESULT_BYTES = 64 * 1024;
const MAX_INPUT_CHARS = 256 * 1024;
const MAX_REMEMBERED_CALLS = 10_000;

export function normaliseAssistant(line: JsonRecord, state: NormaliserState): NormalisedLine {
  const parent = parentOf(line);
  const message = asRecord(line["message"]) ?? {};
  const messageId = textOrNull(message["id"]);
  const events: NormalisedEvent[] = [];
  const facts: LineFacts = sessionFact(line);
  state.isTurnOpen = true;
  for (const item of blocksOf(message["content"])) {
    const block = asRecord(item) ?? {};
    const type = textOf(block["type"]);
    if (type === "text") {
      const text = cutText(textOf(block["text"]));
      events.push({ kind: "assistant_text", parent, payload: { text, messageId } });
    } else if (type === "thinking") {
      const text = cutText(textOf(block["thinking"]));
      events.push({ kind: "thinking", parent, payload: { text, messageId } });
    } else if (type.endsWith("tool_use")) {
      const call = toolCall(block);
      rememberCall(call, state);
      (facts.callStarted ??= []).push({ callId: call.callId, tool: call.tool });
      events.push({ kind: "tool_call", parent, payload: call });
      const items = state.todo.callStarted(call);
      if (items) events.push({ kind: "todo", parent, payload: { items } });
    } else {
      events.push({
        kind: "unknown",
        parent,
        payload: {
          type: `assistant/${type}`.slice(0, 200),
          raw: sanitise(block, MAX_RESULT_BYTES),
        },
      });
    }
  }
  const error = textOrNull(line["error"]);
  if (error !== null) facts.assistantError = error;
  const usage = usageOf(message["usage"]);
  const isSynthetic = message["model"] === "<synthetic>";
  if (parent === null && message["usage"] !== undefined && !isSynthetic) {
    state.contextTokens = contextOf(usage);
  }
  const liveUsage =
    messageId === null || isSynthetic || message["usage"] === undefined
      ? null
      : // What a sub-agent says may not be streamed: its line is all that comes.
        { messageId, model: textOrNull(message["model"]), usage, isDone: parent !== null };
  return { events, partial: null, liveUsage, facts, overflow: [] };
}

export function normaliseUser(line: JsonRecord, state: NormaliserState): NormalisedLine {
  const parent = parentOf(line);
  const message = asRecord(line["message"]) ?? {};
  const events: NormalisedEvent[] = [];
  const overflow: ToolOverflow[] = [];
  const facts: LineFacts = sessionFact(line);
  const isReplay = line["isReplay"] === true;
  const uuid = textOrNull(line["uuid"]);
  state.isTurnOpen = true;
  if (isReplay && uuid !== null) facts.deliveredUuid = uuid;
  for (const item of blocksOf(message["content"])) {
    const block = asRecord(item) ?? {};
    const type = textOf(block["type"]);
    if (type === "tool_result") {
      const { payload, whole } = toolResult(block, state);
      const images = imagesOf(block["content"]);
      (facts.callEnded ??= []).push(payload.callId);
      events.push({ kind: "tool_result", parent, payload });
      const items = state.todo.callEnded(payload.callId, line["tool_use_result"], payload.isError);
      if (items) events.push({ kind: "todo", parent, payload: { items } });
      if (whole !== null || images.length > 0) {
        overflow.push({ callId: payload.callId, text: whole, images });
      }
    } else if (type === "text" || type === "image") {
      const isSynthetic = line["isSynthetic"] === true;
      const text = cutText(flatten([block]));
      events.push({ kind: "user_message", parent, payload: { text, isSynthetic, isReplay, uuid } });
    }
  }
  return { events, partial: null, liveUsage: null, facts, overflow };
}

function sessionFact(line: JsonRecord): LineFacts {
  const sessionId = textOrNull(line["session_id"]);
  return sessionId ? { sessionId } : {};
}

function blocksOf(content: unknown): unknown[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : asList(content);
}

function toolCall(block: JsonRecord): RunEventPayload<"tool_call"> {
  return {
    callId: textOf(block["id"]),
    tool: textOf(block["name"]),
    input: sanitise(block["input"], MAX_INPUT_CHARS),
  };
}

function rememberCall(call: RunEventPayload<"tool_call">, state: NormaliserState): void {
  if (state.toolByCall.size >= MAX_REMEMBERED_CALLS) state.toolByCall.clear();
  if (state.openCalls.size >= MAX_REMEMBERED_CALLS) state.openCalls.clear();
  state.toolByCall.set(call.callId, call.tool);
  state.openCalls.add(call.callId);
}

function toolResult(
  block: JsonRecord,
  state: NormaliserState,
): { payload: RunEventPayload<"tool_result">; whole: string | null } {
  const callId = textOf(block["tool_use_id"]);
  const tool = state.toolByCall.get(callId);
  state.openCalls.delete(callId);
  state.toolByCall.delete(callId);
  const isError = block["is_error"] === true;
  const whole = flatten(blocksOf(block["content"]));
  const { text, truncatedBytes } = cutBytes(whole, MAX_RESULT_BYTES);
  const exitCode = tool === "Bash" || tool === undefined ? exitCodeOf(whole, isError, tool) : null;
  return {
    payload: { callId, text, isError, truncatedBytes, exitCode },
    whole: truncatedBytes > 0 ? whole : null,
  };
}

/** A failed command's result begins with its exit code; success has none to show. */
function exitCodeOf(text: string, isError: boolean, tool: string | undefined): number | null {
  if (!isError) return tool === "Bash" ? 0 : null;
  const found = /^(?:Error: )?Exit code (\d{1,3})\b/.exec(text);
  return found ? Number(found[1]) : null;
}

function flatten(blocks: unknown[]): string {
  return blocks
    .map((item) => {
      const block = asRecord(item);
      if (!block) return textOf(item);
      if (typeof block["text"] === "string") return textOf(block["text"]);
      const source = asRecord(block["source"]);
      if (source && typeof source["data"] === "string") {
        return imageNote(source["media_type"], source["data"]);
      }
      return JSON.stringify(sanitise(block, MAX_RESULT_BYTES));
    })
    .join("\n");
}

const IMAGE_TYPES: Record<string, ToolImage["type"] | undefined> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};
const MAX_IMAGES = 100;

/** Pictures a browser shows; anything else stays the note that `flatten` makes of it. */
function imagesOf(content: unknown): ToolImage[] {
  return blocksOf(content)
    .flatMap((item) => {
      const source = asRecord(asRecord(item)?.["source"]);
      const base64 = source?.["data"];
      const type = IMAGE_TYPES[textOf(source?.["media_type"])];
      return typeof base64 === "string" && type !== undefined ? [{ type, base64 }] : [];
    })
    .slice(0, MAX_IMAGES);
}

function cutBytes(text: string, maxBytes: number): { text: string; truncatedBytes: number } {
  // Up to three bytes a unit: short texts need no counting.
  if (text.length * 3 <= maxBytes) return { text, truncatedBytes: 0 };
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return { text, truncatedBytes: 0 };
  let end = maxBytes;
  // Back to the first byte of a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return {
    text: bytes.subarray(0, end).toString("utf8"),
    truncatedBytes: bytes.length - end,
  };
}
