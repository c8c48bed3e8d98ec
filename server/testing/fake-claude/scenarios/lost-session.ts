import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "lost-session",
  about: "works, but its session is gone when it shall go on",
  shows: "The board starts a fresh session with a digest in a second process of the same run.",
  outcome: "spawn_failed",
  isSecondTurn: true,
  async play(turn) {
    if (!turn.isResumed) {
      await turn.say("Done. Whether I will remember it is another matter.");
      return;
    }
    turn.finish({
      subtype: "error_during_execution",
      is_error: true,
      errors: [`No conversation found with session ID: ${turn.sessionId}`],
      num_turns: 0,
      total_cost_usd: 0,
    });
    turn.exit(1, "no conversation");
  },
};
