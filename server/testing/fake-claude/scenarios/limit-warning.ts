import { tellLimit } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "limit-warning",
  about: "the account's limit comes near while it works",
  shows: "A warning that holds nothing up.",
  outcome: "completed",
  async play(turn) {
    tellLimit(turn, "allowed_warning", 1_800);
    await turn.say("There is little left of the limit, but enough for this.");
  },
};
