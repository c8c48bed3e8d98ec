import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "slow-start",
  about: "takes some seconds to its first line",
  shows: "The card says Starting for a while.",
  outcome: "completed",
  isSilent: true,
  async play(turn) {
    await turn.pause(8_000);
    turn.tellInit();
    await turn.say("Now I am here.");
  },
};
