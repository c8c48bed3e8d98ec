import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "partial-text",
  about: "streams half a sentence and dies",
  shows: "Live text that is never stored, and a crash.",
  outcome: "failed",
  async play(turn) {
    const stream = (event: Record<string, unknown>): void =>
      turn.emit({ type: "stream_event", event, parent_tool_use_id: null });
    stream({
      type: "message_start",
      message: { id: "msg_half", model: "demo-model", content: [] },
    });
    stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    for (const text of ["The reason ", "why this fails ", "is that"]) {
      stream({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
      await turn.pause(300);
    }
    turn.crash(1);
  },
};
