import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "limit-old-wording",
  about: "an old CLI tells the account's limit as a text with a time in it",
  shows: "The reset time read from the text.",
  outcome: "rate_limited",
  async play(turn) {
    const resetsAt = Math.floor(Date.now() / 1_000) + 3_600;
    failWith(turn, {
      status: null,
      error: "unknown",
      text: `Claude AI usage limit reached|${resetsAt}`,
    });
  },
};
