import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "hooks",
  about: "runs into hooks, one of which blocks",
  shows: "What hooks did, between the rows.",
  outcome: "completed",
  async play(turn) {
    turn.emit({ type: "system", subtype: "hook_started", hook_event: "PreToolUse" });
    turn.emit({
      type: "system",
      subtype: "hook_response",
      hook_event: "PreToolUse",
      exit_code: 2,
      outcome: "blocked",
      output: "Formatting has to run first.",
    });
    turn.emit({
      type: "system",
      subtype: "hook_response",
      hook_event: "Stop",
      exit_code: 0,
      outcome: "success",
      output: "",
    });
    await turn.say("The hook wanted the formatter first; it has run.");
  },
};
