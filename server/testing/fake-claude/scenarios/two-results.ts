import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "two-results",
  about: "two turns, two results in one process",
  shows: "Two results in one process: only the last one classifies, both are booked.",
  outcome: "completed",
  async play(turn) {
    await turn.say("First part.");
    turn.finish({ queued_turn_count: 1 });
    await turn.pause(100);
    await turn.say("Second part, after a background task ended.");
    turn.finish({ queued_turn_count: 0 });
  },
};
