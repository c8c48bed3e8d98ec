import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "max-turns",
  about: "works on until its turns are used up",
  shows: "The turns run out; what was done stays.",
  outcome: "max_turns",
  async play(turn) {
    for (let step = 1; step <= 50; step += 1) {
      await turn.use("Write", { file_path: `step-${step}.txt`, content: `${step}\n` });
    }
    turn.finish({
      subtype: "error_max_turns",
      is_error: true,
      errors: ["Reached maximum number of turns (50)"],
      terminal_reason: "max_turns",
    });
  },
};
