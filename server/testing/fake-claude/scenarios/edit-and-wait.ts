import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "edit-and-wait",
  about: "edits files, then runs a command for five minutes",
  shows: "Half-done files under an open call: stop it and undo its changes.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    await turn.say("I am changing the notes.");
    await turn.use("Write", { file_path: "notes/half-done.md", content: "# Half done\n" });
    await turn.use("Write", { file_path: "README.md", content: "# Rewritten by the agent\n" });
    await turn.bash("sleep 300");
    await turn.say("Finished.");
  },
};
