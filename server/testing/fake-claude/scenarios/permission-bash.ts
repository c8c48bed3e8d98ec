import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "permission-bash",
  about: "runs a command that needs a permission",
  shows: "A permission card; allowed it works, denied it says so.",
  outcome: "completed",
  async play(turn) {
    const outcome = await turn.bash("node --version > node-version.txt && cat node-version.txt");
    await turn.say(outcome.isError ? `I was not allowed to: ${outcome.text}` : "Written.");
  },
};
