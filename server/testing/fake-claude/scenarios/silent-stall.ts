import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "silent-stall",
  about: "says one sentence and then nothing more",
  shows: "A warning after two minutes, the end as stalled after ten.",
  outcome: "stalled",
  lasts: "forever",
  async play(turn) {
    await turn.say("Let me think about that.");
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};
