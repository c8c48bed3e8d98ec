import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "turn-aborted",
  about: "is interrupted in the middle of a tool by somebody else",
  shows: "An end that is nobody's failure.",
  outcome: "stopped",
  async play(turn) {
    await turn.say("I start the tests.");
    turn.finish({
      subtype: "error_during_execution",
      is_error: true,
      errors: ["[ede_diagnostic] interrupted"],
      terminal_reason: "aborted_tools",
    });
    turn.exit(1, "aborted");
  },
};
