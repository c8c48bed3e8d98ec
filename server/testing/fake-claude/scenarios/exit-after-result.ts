import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "exit-after-result",
  about: "tells a good result, announces more, and leaves with exit code 3",
  shows: "An error after the result.",
  outcome: "failed",
  async play(turn) {
    await turn.say("All is well.");
    // Nobody ends a session that has more to say: it is its own end.
    turn.finish({ queued_turn_count: 1 });
    turn.exit(3, "error after the result");
  },
};
