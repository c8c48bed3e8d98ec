import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "commit-work",
  about: "changes a file and commits it",
  shows: "Progress that can be measured, and a commit that undo reverts.",
  outcome: "completed",
  async play(turn) {
    await turn.use("Write", {
      file_path: `notes/turn-${turn.number}.md`,
      content: `# Turn ${turn.number}\n`,
    });
    await turn.bash("git add notes && git commit --quiet -m 'Add a note'");
    await turn.say("Committed.");
  },
};
