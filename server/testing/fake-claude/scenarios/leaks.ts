import { randomUUID } from "node:crypto";
import type { Turn } from "../turn-context.ts";
import type { Scenario } from "./scenario.ts";

const LINE_CHARS = 60;

/** It says its token wherever it can (S-17). */
export const scenario: Scenario = {
  name: "leaks",
  about: "says its token at every place of a line, escaped and not, and cut in two at every place",
  shows: "No secret, wherever one looks.",
  outcome: "completed",
  async play(turn) {
    const secret = process.env["SIGNALBOX_TOKEN"] ?? "no-token";
    const escaped = [...secret]
      .map((char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`)
      .join("");
    for (let place = 0; place <= LINE_CHARS; place += 1) {
      for (const spelt of [secret, escaped]) {
        const text = `${"x".repeat(place)}${spelt}${"y".repeat(LINE_CHARS - place)}`;
        sayRaw(turn, text);
        turn.raw(`${text}\n`);
      }
      process.stderr.write(`${"x".repeat(place)}${secret}${"y".repeat(LINE_CHARS - place)}\n`);
    }
    for (let cut = 1; cut < secret.length; cut += 1) {
      streamText(turn, ["Token: ", secret.slice(0, cut), secret.slice(cut), " that was it"]);
    }
    await turn.say("That was all I know.");
  },
};

/** Text, arguments of a tool, its key, and a result, each with the text as it is spelt. */
function sayRaw(turn: Turn, text: string): void {
  const id = randomUUID();
  const blocks = `{"type":"text","text":"${text}"},{"type":"tool_use","id":"${id}","name":"Read","input":{"${text}":"${text}"}}`;
  turn.raw(
    `{"type":"assistant","message":{"id":"m-${id}","content":[${blocks}]},"parent_tool_use_id":null}\n`,
  );
  const result = `{"type":"tool_result","tool_use_id":"${id}","content":"${text}"}`;
  turn.raw(`{"type":"user","message":{"content":[${result}]},"parent_tool_use_id":null}\n`);
}

function streamText(turn: Turn, pieces: string[]): void {
  const emit = (event: Record<string, unknown>) =>
    turn.emit({ type: "stream_event", event, parent_tool_use_id: null });
  emit({ type: "message_start", message: { id: randomUUID(), model: "demo", usage: {} } });
  emit({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  for (const text of pieces) {
    emit({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
  }
  emit({ type: "content_block_stop", index: 0 });
  emit({ type: "message_stop" });
}
