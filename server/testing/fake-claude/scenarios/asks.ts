import type { Scenario } from "./scenario.ts";

export const editAndAsk: Scenario = {
  about: "changes a file, then asks a question with the change uncommitted",
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

export const twoPermissions: Scenario = {
  about: "needs permission for two commands at once",
  async play(turn) {
    const outcomes = await Promise.all([
      turn.bash("node --version > first.txt"),
      turn.bash("node --version > second.txt"),
    ]);
    const written = outcomes.filter((outcome) => !outcome.isError).length;
    await turn.say(`${written} of 2 were allowed.`);
  },
};
