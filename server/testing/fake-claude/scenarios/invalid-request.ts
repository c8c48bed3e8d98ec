import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "invalid-request",
  about: "the account has no credit left",
  shows: "A refusal that no retry mends.",
  outcome: "failed",
  async play(turn) {
    failWith(turn, {
      status: 400,
      error: "billing_error",
      text: "Credit balance is too low",
    });
  },
};
