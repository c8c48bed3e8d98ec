/** Output that a reader must survive. */
import type { Scenario } from "./scenario.ts";

export const flood: Scenario = {
  about: "writes as much as it can",
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

export const malformedLines: Scenario = {
  about: "broken JSON, invalid UTF-8, NUL, lone surrogates, unknown types, a 20 MB line",
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

export const thinkingAndTodo: Scenario = {
  about: "thinks, keeps a todo list, works through it",
  async play(turn) {
    await turn.think("First the list, then the work, then the tests.");
    await turn.todo([
      ["Read the code", "in_progress"],
      ["Change it", "pending"],
    ]);
    await turn.use("Glob", { pattern: "*" });
    await turn.todo([
      ["Read the code", "completed"],
      ["Change it", "in_progress"],
    ]);
    await turn.use("Write", { file_path: "changed.txt", content: "changed\n" });
    await turn.todo([
      ["Read the code", "completed"],
      ["Change it", "completed"],
    ]);
    await turn.say("Everything on the list is done.");
  },
};
