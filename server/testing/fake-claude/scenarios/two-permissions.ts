import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "two-permissions",
  about: "needs permission for two commands at once",
  shows: "Several cards of one run, answered in one list.",
  outcome: "completed",
  async play(turn) {
    const outcomes = await Promise.all([
      turn.bash("node --version > first.txt"),
      turn.bash("node --version > second.txt"),
    ]);
    const written = outcomes.filter((outcome) => !outcome.isError).length;
    await turn.say(`${written} of 2 were allowed.`);
  },
};
