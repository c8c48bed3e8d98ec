import type { Scenario } from "./scenario.ts";
import type { Turn } from "../turn-context.ts";

async function failWith(turn: Turn, status: number, error: string, text: string): Promise<void> {
  turn.emit({
    type: "assistant",
    message: {
      id: "msg_error",
      model: "<synthetic>",
      role: "assistant",
      content: [{ type: "text", text }],
      usage: { input_tokens: 0, output_tokens: 0 },
    },
    error,
    parent_tool_use_id: null,
  });
  turn.finish({
    is_error: true,
    result: text,
    terminal_reason: "api_error",
    api_error_status: status,
    num_turns: 1,
    total_cost_usd: 0,
    model_usage_since_last_result: {},
  });
  turn.exit(1, "api error");
}

export const apiError500: Scenario = {
  about: "the API answers 500 until the retries are used up",
  async play(turn) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      turn.emit({
        type: "system",
        subtype: "api_retry",
        attempt,
        max_retries: 3,
        retry_delay_ms: 500 * attempt,
        error_status: 500,
        error: "server_error",
      });
      await turn.pause(200 * attempt);
    }
    await failWith(turn, 500, "server_error", "API Error: 500 Internal server error");
  },
};

export const rateLimited: Scenario = {
  about: "the account's limit is reached",
  async play(turn) {
    await turn.say("I start with the tests.");
    turn.emit({
      type: "rate_limit_event",
      rate_limit_info: {
        status: "rejected",
        resetsAt: Math.floor(Date.now() / 1000) + 3600,
        rateLimitType: "five_hour",
        isUsingOverage: false,
      },
    });
    await failWith(turn, 429, "rate_limit", "You've hit your 5-hour limit · resets 6:07pm (UTC)");
  },
};
