import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "prompt-too-long",
  about: "the conversation no longer fits the model",
  shows: "A session that cannot go on as it is.",
  outcome: "failed",
  async play(turn) {
    failWith(turn, {
      status: 400,
      error: "invalid_request",
      text: "Prompt is too long",
      terminalReason: "prompt_too_long",
    });
  },
};
