import { randomUUID } from "node:crypto";
import type { Scenario } from "./scenario.ts";

const ANSWERS = 80;
const model = "claude-opus-5-5";
/** By the price of that model 0.20 USD in and 0.02 USD out. */
const INPUT_TOKENS = 50_000;
const OUTPUT_TOKENS = 1_000;
const PRICE_USD = 0.22;

export const scenario: Scenario = {
  name: "big-spender",
  about: "eighty answers of 22 cents each, with the usage that goes with them",
  shows: "Money while it streams: steps of the reservation, its own limit, the day's cap.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    for (let answer = 1; answer <= ANSWERS; answer += 1) {
      const id = `msg_${randomUUID()}`;
      const usage = {
        input_tokens: INPUT_TOKENS,
        output_tokens: 1,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
      };
      const message = { id, model, role: "assistant", usage };
      const stream = (event: Record<string, unknown>): void =>
        turn.emit({ type: "stream_event", event, parent_tool_use_id: null });
      turn.spend(PRICE_USD);
      stream({ type: "message_start", message: { ...message, content: [] } });
      await turn.pause(400);
      const content = [{ type: "text", text: `Answer ${answer}.` }];
      turn.emit({
        type: "assistant",
        message: { ...message, type: "message", content, stop_reason: null },
        parent_tool_use_id: null,
      });
      stream({ type: "message_delta", delta: {}, usage: { output_tokens: OUTPUT_TOKENS } });
      stream({ type: "message_stop" });
      // As long as a tool takes; whoever wants to stop it here has that time.
      await turn.pause(1_600);
    }
  },
};
