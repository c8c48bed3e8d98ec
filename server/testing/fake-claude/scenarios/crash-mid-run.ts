import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "crash-mid-run",
  about: "dies in the middle, without a result",
  shows: "A crash: exit code, no result, half a file.",
  outcome: "failed",
  async play(turn) {
    await turn.say("I begin.");
    await turn.use("Write", { file_path: "half.txt", content: "half" });
    turn.crash(139);
  },
};
