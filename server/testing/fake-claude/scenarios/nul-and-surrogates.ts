import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "nul-and-surrogates",
  about: "writes NUL, half characters and text of other scripts",
  shows: "Nothing that a database or a page refuses.",
  outcome: "completed",
  async play(turn) {
    const text = "NUL \\u0000, half a character \\ud83d, and whole ones: 日本語 🚂 é";
    turn.raw(
      `{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"${text}"}]}}\n`,
    );
    await turn.say("Those were the odd ones.");
  },
};
