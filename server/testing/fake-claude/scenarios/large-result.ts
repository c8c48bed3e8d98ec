import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "large-result",
  about: "reads a file of 300 KB",
  shows: "A result that is cut, with the full text in a file of its own.",
  outcome: "completed",
  async play(turn) {
    const callId = turn.stage.call("Read", { file_path: "data/large.csv" });
    turn.stage.result(callId, "id,name,value\n".repeat(22_000));
    await turn.say("That is a large file.");
  },
};
