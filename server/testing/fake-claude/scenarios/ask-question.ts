import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "ask-question",
  about: "asks which of two ways to take",
  shows: "A question with options; the run waits for the answer or is parked.",
  outcome: "completed",
  async play(turn) {
    await turn.say("There are two ways to store this.");
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
    const answer = answers?.["Which storage shall I use?"];
    await turn.say(answer ? `I will use ${answer}.` : "Nobody answered; I leave it open.");
  },
};
