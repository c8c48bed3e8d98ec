import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "hidden-daemon",
  about: "like double-fork-daemon, but with a cleaned environment",
  shows: "A daemon without the marker is found because it was seen before.",
  outcome: "completed",
  async play(turn) {
    await turn.bash("env -i setsid sleep 3600 >/dev/null 2>&1 & sleep 2.5; echo started");
    await turn.say("A server without an environment runs now.");
  },
};
