import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "long-sleep",
  about: "a command that runs for five minutes",
  shows: "A call that stays open: stop, interrupt, steer and kill the worker meanwhile.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    await turn.say("I am running the long build.");
    await turn.bash("sleep 300");
    await turn.say("The build is finished.");
  },
};
