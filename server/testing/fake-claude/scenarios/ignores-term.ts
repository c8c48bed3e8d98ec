import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "ignores-term",
  about: "ignores interrupts and SIGTERM",
  shows: "The stop ladder needs its last step.",
  outcome: "stopped",
  lasts: "forever",
  async play(turn) {
    process.removeAllListeners("SIGTERM");
    process.on("SIGTERM", () => undefined);
    await turn.say("Nothing stops me.");
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};
