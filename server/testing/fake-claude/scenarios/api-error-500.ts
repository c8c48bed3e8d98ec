import { failWith, retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-error-500",
  about: "the API answers 500 until the retries are used up",
  shows: "API trouble told as `success` with `is_error`, after retries.",
  outcome: "failed",
  async play(turn) {
    await retry(turn, { status: 500, error: "server_error", times: 3 });
    failWith(turn, {
      status: 500,
      error: "server_error",
      text: "API Error: 500 Internal server error",
    });
  },
};
