/** How the CLI tells trouble with the model's API: a result that calls itself a success. */
import type { Turn } from "../turn-context.ts";

export type ApiFailure = {
  /** Null: it never reached the API. */
  status: number | null;
  /** `assistant.error` */
  error: string;
  text: string;
  terminalReason?: string;
};

/** The last words of a run whose API call failed for good. */
export function failWith(turn: Turn, failure: ApiFailure): never {
  turn.emit({
    type: "assistant",
    message: {
      id: "msg_error",
      model: "<synthetic>",
      role: "assistant",
      content: [{ type: "text", text: failure.text }],
      usage: { input_tokens: 0, output_tokens: 0 },
    },
    error: failure.error,
    parent_tool_use_id: null,
  });
  turn.finish({
    is_error: true,
    result: failure.text,
    terminal_reason: failure.terminalReason ?? "api_error",
    api_error_status: failure.status,
    num_turns: 1,
    total_cost_usd: 0,
    model_usage_since_last_result: {},
  });
  return turn.exit(1, "api error");
}

/** So many retries, each announced before it waits. */
export async function retry(
  turn: Turn,
  {
    status,
    error,
    times,
    max = times,
  }: { status: number | null; error: string; times: number; max?: number },
): Promise<void> {
  for (let attempt = 1; attempt <= times; attempt += 1) {
    turn.emit({
      type: "system",
      subtype: "api_retry",
      attempt,
      max_retries: max,
      retry_delay_ms: 500 * attempt,
      error_status: status,
      error,
    });
    await turn.pause(200 * attempt);
  }
}

/** The event of a subscription login; `status` rejected closes it until the reset. */
export function tellLimit(
  turn: Turn,
  status: "allowed_warning" | "rejected",
  inSeconds: number,
): void {
  turn.emit({
    type: "rate_limit_event",
    rate_limit_info: {
      status,
      resetsAt: Math.floor(Date.now() / 1000) + inSeconds,
      rateLimitType: "five_hour",
      isUsingOverage: false,
    },
  });
}
