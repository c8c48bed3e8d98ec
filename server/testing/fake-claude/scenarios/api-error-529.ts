import { failWith, retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-error-529",
  about: "the API is overloaded, twice, and that is that",
  shows: "A failure worth a retry of the run.",
  outcome: "failed",
  async play(turn) {
    await retry(turn, { status: 529, error: "overloaded", times: 2 });
    failWith(turn, {
      status: 529,
      error: "overloaded",
      text: "Repeated 529 Overloaded errors. The API is at capacity.",
    });
  },
};
