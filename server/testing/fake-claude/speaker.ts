/** The agent's messages: opened, streamed in pieces, closed; counted and paid per API call. */
import { randomUUID } from "node:crypto";
import { TurnEnd } from "./turn-context.ts";
import type { TurnContext } from "./turn-context.ts";

const PRICE_PER_CALL_USD = 0.012;
const CHUNK_CHARS = 24;

export type Speaker = {
  /** Emits a whole content block of the open message. */
  block(content: Record<string, unknown>): void;
  stream(type: "text" | "thinking", whole: string): Promise<void>;
  closeMessage(): void;
  pause(ms: number): Promise<void>;
  usage(): Record<string, number>;
  outputTokens(): number;
};

export function createSpeaker(context: TurnContext): Speaker {
  const { args, session, output, signal } = context;
  let messageId: string | null = null;
  let calls = 0;
  let outputTokens = 0;

  const partial = (event: Record<string, unknown>): void => {
    if (!args.isPartial) return;
    output.emit({ type: "stream_event", event, parent_tool_use_id: null });
  };
  const usage = () => ({
    input_tokens: 1200 + calls * 300,
    output_tokens: 1,
    cache_read_input_tokens: calls * 1000,
    cache_creation_input_tokens: 400,
  });

  const openMessage = (): string => {
    if (messageId !== null) return messageId;
    if (args.maxTurns !== null && calls >= args.maxTurns) {
      throw new TurnEnd({
        subtype: "error_max_turns",
        is_error: true,
        errors: [`Reached maximum number of turns (${args.maxTurns})`],
        terminal_reason: "max_turns",
      });
    }
    if (args.maxBudgetUsd !== null && context.spentUsd.value >= args.maxBudgetUsd) {
      throw new TurnEnd({
        subtype: "error_max_budget_usd",
        is_error: true,
        errors: [`Reached maximum budget ($${args.maxBudgetUsd})`],
        terminal_reason: "budget_exhausted",
      });
    }
    calls += 1;
    context.spentUsd.value += PRICE_PER_CALL_USD;
    session.totalCostUsd += PRICE_PER_CALL_USD;
    messageId = `msg_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
    partial({
      type: "message_start",
      message: { id: messageId, model: args.model, role: "assistant", content: [], usage: usage() },
    });
    return messageId;
  };
  const closeMessage = (): void => {
    if (messageId === null) return;
    messageId = null;
    partial({
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { output_tokens: outputTokens },
    });
    partial({ type: "message_stop" });
  };
  const block = (content: Record<string, unknown>): void => {
    const id = openMessage();
    output.emit({
      type: "assistant",
      message: {
        id,
        type: "message",
        role: "assistant",
        model: args.model,
        content: [content],
        stop_reason: null,
        usage: usage(),
      },
      parent_tool_use_id: null,
    });
  };
  const stream = async (type: "text" | "thinking", whole: string): Promise<void> => {
    openMessage();
    partial({ type: "content_block_start", index: 0, content_block: { type, [type]: "" } });
    for (let i = 0; i < whole.length; i += CHUNK_CHARS) {
      const piece = whole.slice(i, i + CHUNK_CHARS);
      outputTokens += Math.ceil(piece.length / 4);
      partial({
        type: "content_block_delta",
        index: 0,
        delta: { type: `${type}_delta`, [type]: piece },
      });
      await pause(15);
    }
    partial({ type: "content_block_stop", index: 0 });
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return reject(signal.reason as Error);
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms / context.speed);
      signal.addEventListener("abort", stop, { once: true });
    });
  return { block, stream, closeMessage, pause, usage, outputTokens: () => outputTokens };
}
