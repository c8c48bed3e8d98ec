import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "steer-me",
  about: "runs a command for half a minute, then does what it was told meanwhile",
  shows: "A message that is folded in after the running tool.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    await turn.say("I run the slow tests; tell me meanwhile what to look at.");
    await turn.bash("sleep 30; echo 'tests: 12 passed'");
    await turn.say("The tests have run.");
  },
};
