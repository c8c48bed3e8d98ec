import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "interrupt-me",
  about: "talks for two minutes",
  shows: "Something to interrupt: a message with Interrupt first, or Take over.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    for (let sentence = 1; sentence <= 60; sentence += 1) {
      await turn.say(`Sentence ${sentence} of sixty: interrupt me whenever you like.`);
      await turn.pause(2_000);
    }
  },
};
