import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "image-result",
  about: "looks at a picture",
  shows: "An image that is noted, not stored in the row.",
  outcome: "completed",
  async play(turn) {
    const callId = turn.stage.call("Read", { file_path: "docs/picture.png" });
    const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".repeat(2_000) };
    turn.stage.result(callId, [{ type: "image", source }]);
    await turn.say("A picture of a signal box.");
  },
};
