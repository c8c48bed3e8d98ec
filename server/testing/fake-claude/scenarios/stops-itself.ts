import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "stops-itself",
  about: "SIGSTOPs itself in the middle",
  shows: "A frozen process can be stopped all the same.",
  outcome: "stopped",
  lasts: "forever",
  async play(turn) {
    await turn.say("I freeze.");
    process.kill(process.pid, "SIGSTOP");
    await turn.pause(60_000);
  },
};
