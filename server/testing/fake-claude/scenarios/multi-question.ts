import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "multi-question",
  about: "asks two questions at once, one with several answers",
  shows: "A form with two questions.",
  outcome: "completed",
  async play(turn) {
    const answers = await turn.ask([
      {
        question: "Which languages shall it greet in?",
        header: "Languages",
        multiSelect: true,
        options: [
          { label: "English", description: "As it is." },
          { label: "French", description: "For the office in Lyon." },
          { label: "German", description: "For the office in Bern." },
        ],
      },
      {
        question: "Where shall the choice be kept?",
        header: "Storage",
        options: [
          { label: "In a file", description: "Survives a restart." },
          { label: "In memory", description: "Forgotten at the end." },
        ],
      },
    ]);
    await turn.say(
      answers ? `I do it so: ${Object.values(answers).flat().join(", ")}.` : "Nobody answered.",
    );
  },
};
