import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "missing-result",
  about: "leaves with exit code 0 and without a result",
  shows: "A clean exit is not a good end.",
  outcome: "failed",
  async play(turn) {
    await turn.say("I am done, but I do not say so.");
    turn.exit(0, "no result");
  },
};
