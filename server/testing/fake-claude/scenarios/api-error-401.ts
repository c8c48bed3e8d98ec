import { failWith, retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-error-401",
  about: "the key is refused",
  shows: "A login that no longer works.",
  outcome: "failed",
  async play(turn) {
    await retry(turn, { status: 401, error: "authentication_failed", times: 1 });
    failWith(turn, {
      status: 401,
      error: "authentication_failed",
      text: "Failed to authenticate. API Error: 401 Invalid API key",
    });
  },
};
