import { retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-retry-short",
  about: "the API asks for a second's patience twice, then answers",
  shows: "Retries in the transcript, and a good end all the same.",
  outcome: "completed",
  async play(turn) {
    await retry(turn, { status: 429, error: "rate_limit", times: 2, max: 10 });
    await turn.say("It answered at the third try.");
  },
};
