import { moveTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "ask-and-review",
  about: "asks which of two ways to take, then goes on to Review",
  shows: "A question on the way to a review, from the start to the verdict.",
  outcome: "completed",
  async play(turn) {
    const answers = await turn.ask([
      {
        question: "Which storage shall I use?",
        header: "Storage",
        options: [
          { label: "SQLite", description: "One file, no server." },
          { label: "Postgres", description: "What the rest of the project uses." },
        ],
      },
    ]);
    const answer = answers?.["Which storage shall I use?"] ?? "nothing";
    await turn.use("Write", { file_path: "storage.txt", content: `${answer}\n` });
    await moveTicket(turn, "Review");
    await turn.say(`It stores with ${answer} now.`);
  },
};
