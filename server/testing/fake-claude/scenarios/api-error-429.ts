import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-error-429",
  about: "the API refuses for an hour, without any event that says until when",
  shows: "A limit known from the error alone.",
  outcome: "rate_limited",
  async play(turn) {
    failWith(turn, {
      status: 429,
      error: "rate_limit",
      text: "API Error: Request rejected (429) · try again later",
    });
  },
};
