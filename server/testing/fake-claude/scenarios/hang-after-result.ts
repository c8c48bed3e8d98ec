import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "hang-after-result",
  about: "delivers its result and then does not exit, not even with stdin closed",
  shows: "After the grace the ladder ends it; the result counts, not the signal.",
  outcome: "completed",
  async play(turn) {
    await turn.say("All done, but I cannot leave.");
    turn.finish();
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};
