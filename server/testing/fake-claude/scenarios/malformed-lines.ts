import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "malformed-lines",
  about: "broken JSON, invalid UTF-8, NUL, lone surrogates, unknown types, a 20 MB line",
  shows: "Broken lines are kept and marked, the run goes on.",
  outcome: "completed",
  async play(turn) {
    turn.raw("this is not JSON\n");
    turn.raw('{"type":"assistant","message":\n');
    turn.raw(Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x0a]));
    turn.raw("[1,2,3]\nnull\n42\n");
    turn.emit({ type: "brand_new_event", detail: { nested: true } });
    turn.emit({ type: "system", subtype: "brand_new_subtype" });
    turn.emit({ type: "assistant", message: { id: "m1", content: "not a list" } });
    turn.raw(
      '{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"nul \\u0000 and lone \\ud800 surrogate"}]}}\n',
    );
    turn.raw(
      `{"type":"assistant","message":{"id":"m3","content":[{"type":"text","text":"${"y".repeat(20 * 1024 * 1024)}"}]}}\n`,
    );
    await turn.say("Still here.");
  },
};
