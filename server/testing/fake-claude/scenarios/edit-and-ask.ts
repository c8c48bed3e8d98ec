import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "edit-and-ask",
  about: "changes a file, then asks a question with the change uncommitted",
  shows: "A parked question that keeps its group, because the folder holds its work.",
  outcome: "completed",
  async play(turn) {
    await turn.use("Write", { file_path: "notes/asked.md", content: "# Half way\n" });
    const answers = await turn.ask([
      {
        question: "Shall I go on?",
        header: "Go on",
        options: [
          { label: "Yes", description: "Finish it." },
          { label: "No", description: "Leave it." },
        ],
      },
    ]);
    const answer = answers?.["Shall I go on?"];
    await turn.say(answer ? `The answer is ${answer}.` : "Nobody answered; I stop here.");
  },
};
