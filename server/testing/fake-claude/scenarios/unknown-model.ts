import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "unknown-model",
  about: "the model does not exist",
  shows: "A setting that is wrong, named by the CLI.",
  outcome: "failed",
  async play(turn) {
    failWith(turn, {
      status: 404,
      error: "model_not_found",
      text: "There's an issue with the selected model. It may not exist.",
    });
  },
};
