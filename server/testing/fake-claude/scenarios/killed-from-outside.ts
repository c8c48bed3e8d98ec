import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "killed-from-outside",
  about: "is killed in the middle by something that is not the board",
  shows: "A crash by a signal.",
  outcome: "failed",
  async play(turn) {
    await turn.say("The machine is short of memory.");
    process.kill(process.pid, "SIGKILL");
    await turn.pause(60_000);
  },
};
