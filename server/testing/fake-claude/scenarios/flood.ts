import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "flood",
  about: "writes as much as it can",
  shows: "The spool limit ends it; memory stays bounded.",
  outcome: "failed",
  lasts: "minutes",
  async play(turn) {
    const line = `${JSON.stringify({ type: "assistant", message: { id: "msg_flood", content: [{ type: "text", text: "x".repeat(60_000) }] } })}\n`;
    const block = Buffer.from(line.repeat(16));
    const megabytes = Number(process.env["FAKE_CLAUDE_FLOOD_MB"] ?? 2_000);
    for (let written = 0; written < megabytes * 1e6; written += block.length) {
      turn.raw(block);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await turn.say("That was much.");
  },
};
