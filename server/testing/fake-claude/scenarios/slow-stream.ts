import type { Scenario } from "./scenario.ts";

const SENTENCE =
  "The signal box lets many trains move and never two into the same block of track. ";

export const scenario: Scenario = {
  name: "slow-stream",
  about: "streams text for about twenty seconds",
  shows: "Live text that grows while one looks.",
  outcome: "completed",
  async play(turn) {
    for (let paragraph = 1; paragraph <= 10; paragraph += 1) {
      await turn.say(`${paragraph}. ${SENTENCE.repeat(2)}`);
      await turn.pause(1_800);
    }
  },
};
