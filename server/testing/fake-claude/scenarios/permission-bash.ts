import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  about: "runs a command that needs a permission",
  async play(turn) {
    const outcome = await turn.bash("node --version > node-version.txt && cat node-version.txt");
    await turn.say(outcome.isError ? `I was not allowed to: ${outcome.text}` : "Written.");
  },
};
