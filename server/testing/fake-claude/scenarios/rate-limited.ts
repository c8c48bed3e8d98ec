import { failWith, tellLimit } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "rate-limited",
  about: "works a little, then the account's limit is reached",
  shows: "The account's limit with its reset time; the board holds every start until then.",
  outcome: "rate_limited",
  async play(turn) {
    await turn.say("I start with the tests.");
    tellLimit(turn, "rejected", 3_600);
    failWith(turn, {
      status: 429,
      error: "rate_limit",
      text: "You've hit your 5-hour limit · resets 6:07pm (UTC)",
    });
  },
};
