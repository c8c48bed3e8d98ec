import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "default-success",
  about: "a few edits, a test run, done",
  shows: "A plain good end: text, file tools, a command.",
  outcome: "completed",
  async play(turn) {
    await turn.say("I will look at the code first.");
    await turn.use("Glob", { pattern: "**/*" });
    await turn.use("Write", {
      file_path: "notes/signalbox-demo.md",
      content: `# Notes\n\nTurn ${turn.number}.\n`,
    });
    await turn.use("Edit", {
      file_path: "notes/signalbox-demo.md",
      old_string: "# Notes",
      new_string: "# What I changed",
    });
    await turn.bash("echo 'tests: 3 passed'");
    await turn.say("Done: the notes are written and the tests pass.");
  },
};
