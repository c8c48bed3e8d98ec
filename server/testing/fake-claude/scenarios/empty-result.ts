import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "empty-result",
  about: "a success that did nothing at all",
  shows: "A success without a turn and without text is none.",
  outcome: "failed",
  async play(turn) {
    turn.finish({ result: "", num_turns: 0 });
  },
};
