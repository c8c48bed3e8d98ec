import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "talks-only",
  about: "explains what it would do and does nothing",
  shows: "A good end without progress: the card was not moved on.",
  outcome: "completed",
  async play(turn) {
    await turn.say("I would change the greeting, cover it with a test, and move the card.");
    await turn.say("That is my proposal. I have not changed anything.");
  },
};
