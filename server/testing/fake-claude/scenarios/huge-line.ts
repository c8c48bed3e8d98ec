import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "huge-line",
  about: "writes a line of 20 MB",
  shows: "A line above the limit is left out and marked.",
  outcome: "completed",
  async play(turn) {
    const text = "y".repeat(20 * 1024 * 1024);
    turn.raw(
      `{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"${text}"}]}}\n`,
    );
    await turn.say("That was long.");
  },
};
