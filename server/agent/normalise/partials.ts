/** `stream_event` lines: the text that is being written and the usage so far. Nothing is stored. */
import { asRecord, numberOrNull, parentOf, textOf, textOrNull, usageOf } from "./fields.ts";
import type { JsonRecord } from "./fields.ts";
import type { LiveUsage, PartialText } from "./shapes.ts";
import type { TokenUsage } from "#server/contracts/run-event.ts";

type Block = { kind: PartialText["kind"]; tool: string | null; text: string };
type Message = {
  id: string;
  model: string | null;
  usage: TokenUsage;
  blocks: Map<number, Block>;
};

export type Partials = {
  push(line: JsonRecord): { partial: PartialText | null; liveUsage: LiveUsage | null };
};

/** Streams of sub-agents interleave with the main one: one open message per parent. */
const MAX_OPEN_MESSAGES = 64;

export function createPartials(): Partials {
  const open = new Map<string | null, Message>();
  const NOTHING = { partial: null, liveUsage: null };

  const live = (message: Message, isDone: boolean) => ({
    partial: null,
    liveUsage: {
      messageId: message.id,
      model: message.model,
      usage: { ...message.usage },
      isDone,
    },
  });
  const show = (parent: string | null, message: Message, index: number, isDone: boolean) => {
    const block = message.blocks.get(index);
    if (!block) return NOTHING;
    const partial: PartialText = { parent, messageId: message.id, index, ...block, isDone };
    return { partial, liveUsage: null };
  };

  return {
    push(line) {
      const parent = parentOf(line);
      const event = asRecord(line["event"]) ?? {};
      const type = textOf(event["type"]);
      if (type === "message_start") {
        const started = asRecord(event["message"]) ?? {};
        const message: Message = {
          id: textOf(started["id"]),
          model: textOrNull(started["model"]),
          usage: usageOf(started["usage"]),
          blocks: new Map(),
        };
        if (open.size >= MAX_OPEN_MESSAGES) open.clear();
        open.set(parent, message);
        return live(message, false);
      }
      const message = open.get(parent);
      if (!message) return NOTHING;
      const index = numberOrNull(event["index"]) ?? 0;
      if (type === "content_block_start") {
        const block = blockOf(asRecord(event["content_block"]) ?? {});
        if (block) message.blocks.set(index, block);
        return show(parent, message, index, false);
      }
      if (type === "content_block_delta") {
        const block = message.blocks.get(index);
        if (!block) return NOTHING;
        block.text += deltaOf(asRecord(event["delta"]) ?? {});
        return show(parent, message, index, false);
      }
      if (type === "content_block_stop") {
        const shown = show(parent, message, index, true);
        message.blocks.delete(index);
        return shown;
      }
      if (type === "message_delta") {
        const outputTokens = numberOrNull(asRecord(event["usage"])?.["output_tokens"]);
        if (outputTokens === null) return NOTHING;
        message.usage.outputTokens = outputTokens;
        return live(message, true);
      }
      if (type === "message_stop") open.delete(parent);
      return NOTHING;
    },
  };
}

function blockOf(start: JsonRecord): Block | null {
  const type = textOf(start["type"]);
  if (type === "text") return { kind: "text", tool: null, text: textOf(start["text"]) };
  if (type === "thinking") return { kind: "thinking", tool: null, text: textOf(start["thinking"]) };
  if (type.endsWith("tool_use")) {
    return { kind: "tool_input", tool: textOf(start["name"]), text: "" };
  }
  return null;
}

function deltaOf(delta: JsonRecord): string {
  return textOf(delta["text"]) + textOf(delta["thinking"]) + textOf(delta["partial_json"]);
}
