import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "double-fork-daemon",
  about: "leaves a daemon behind that has left session, group and parent",
  shows: "A daemon that left session, group and parent is found by its marker.",
  outcome: "completed",
  async play(turn) {
    await turn.bash("(setsid sleep 3600 >/dev/null 2>&1 &) ; echo started");
    await turn.say("A server runs in the background now.");
  },
};
