import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  about: "a command that runs for five minutes",
  async play(turn) {
    await turn.say("I am running the long build.");
    await turn.bash("sleep 300");
    await turn.say("The build is finished.");
  },
};
