import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "compact",
  about: "shortens its conversation in the middle",
  shows: "The line where the conversation was shortened.",
  outcome: "completed",
  async play(turn) {
    await turn.say("This conversation is long.");
    turn.emit({ type: "system", subtype: "status", status: "compacting" });
    await turn.pause(500);
    turn.emit({
      type: "system",
      subtype: "compact_boundary",
      compact_metadata: { trigger: "auto", pre_tokens: 168_000, post_tokens: 21_000 },
    });
    turn.emit({ type: "system", subtype: "status", status: null });
    await turn.say("I go on with a summary.");
  },
};
