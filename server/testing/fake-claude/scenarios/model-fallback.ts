import { retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "model-fallback",
  about: "the model is overloaded and another one takes over",
  shows: "The change of model in the transcript.",
  outcome: "completed",
  async play(turn) {
    await retry(turn, { status: 529, error: "overloaded", times: 2 });
    turn.emit({
      type: "system",
      subtype: "model_fallback",
      original_model: "claude-opus-5-5",
      fallback_model: "claude-sonnet-5-5",
      trigger: "overloaded",
    });
    await turn.say("I go on with the smaller model.");
  },
};
