import type { Scenario } from "./scenario.ts";

export const maxTurns: Scenario = {
  about: "works on until its turns are used up",
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

export const twoResults: Scenario = {
  about: "two turns, two results in one process",
  async play(turn) {
    await turn.say("First part.");
    turn.finish({ queued_turn_count: 1 });
    await turn.pause(100);
    await turn.say("Second part, after a background task ended.");
    turn.finish({ queued_turn_count: 0 });
  },
};

export const emptyResult: Scenario = {
  about: "a success that did nothing at all",
  async play(turn) {
    turn.finish({ result: "", num_turns: 0 });
  },
};
