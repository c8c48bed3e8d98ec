import { moveTicket, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

const QUESTION = "How shall the settings be stored?";

export const scenario: Scenario = {
  name: "demo-ask",
  about: "demo #3: asks with two options, then works",
  shows: "The demo's third ticket.",
  outcome: "completed",
  async play(turn) {
    await readTicket(turn);
    await turn.say("I found two sensible places for the settings and need your choice.");
    const answers = await turn.ask([
      {
        question: QUESTION,
        header: "Storage",
        options: [
          { label: "A JSON file", description: "Easy to read and to commit." },
          {
            label: "Environment variables",
            description: "Nothing on disk, one restart per change.",
          },
        ],
      },
    ]);
    const answer = answers?.[QUESTION] ?? "A JSON file";
    await turn.use("Write", {
      file_path: "src/settings.js",
      content: `// Stored as: ${answer}\nexport const settings = { language: "en" };\n`,
    });
    await moveTicket(turn, "Review");
    await turn.say(`Done, with: ${answer}.`);
  },
};
