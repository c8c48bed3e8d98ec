/** Tool calls that only seem to run: sub-agents, servers and pages that a scripted agent does not have. */
import { randomUUID } from "node:crypto";
import type { Output } from "./output.ts";

export type Stage = {
  /** Emits a call, of a sub-agent where `parent` is its Task's call; returns the call's id. */
  call(tool: string, input: Record<string, unknown>, parent?: string): string;
  result(
    callId: string,
    content: string | Record<string, unknown>[],
    options?: { isError?: boolean; parent?: string },
  ): void;
  /** What a sub-agent says. */
  text(text: string, parent: string): void;
};

export function createStage(output: Output, model: string, onResult: () => void): Stage {
  const emit = (content: Record<string, unknown>, parent: string | null): void =>
    output.emit({
      type: "assistant",
      message: {
        id: `msg_${shortId()}`,
        type: "message",
        role: "assistant",
        model,
        content: [content],
        stop_reason: null,
        usage: { input_tokens: 500, output_tokens: 1 },
      },
      parent_tool_use_id: parent,
    });
  return {
    call(tool, input, parent) {
      const id = `toolu_${shortId()}`;
      emit({ type: "tool_use", id, name: tool, input }, parent ?? null);
      return id;
    },
    result(callId, content, { isError = false, parent } = {}) {
      if (parent === undefined) onResult();
      const block = { type: "tool_result", tool_use_id: callId, content, is_error: isError };
      output.emit({
        type: "user",
        message: { role: "user", content: [block] },
        parent_tool_use_id: parent ?? null,
      });
    },
    text: (text, parent) => emit({ type: "text", text }, parent),
  };
}

function shortId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 20);
}
