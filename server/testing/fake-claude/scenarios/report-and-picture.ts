import { randomUUID } from "node:crypto";
import type { Turn } from "../turn-context.ts";
import type { Scenario } from "./scenario.ts";

/** A picture of one dot. */
const DOT_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const scenario: Scenario = {
  name: "report-and-picture",
  about: "a command with much output, its token in the middle, then a picture",
  shows: "The whole result to download, redacted, and the picture; neither is in the event.",
  outcome: "completed",
  async play(turn) {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index} of the report`);
    text.splice(15_000, 0, `token ${process.env["SIGNALBOX_TOKEN"] ?? "none"}`);
    answer(turn.emit, "Bash", { command: "cat report.txt" }, text.join("\n"));
    answer(turn.emit, "Read", { file_path: "dot.png" }, [
      { type: "image", source: { type: "base64", media_type: "image/png", data: DOT_PNG } },
    ]);
    await turn.say("The report is long, the picture is small.");
  },
};

function answer(
  emit: Turn["emit"],
  name: string,
  input: Record<string, unknown>,
  content: unknown,
): void {
  const id = `toolu_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const call = { id: `msg_${id}`, role: "assistant", model: "demo" };
  emit({
    type: "assistant",
    message: { ...call, content: [{ type: "tool_use", id, name, input }] },
    parent_tool_use_id: null,
  });
  emit({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    parent_tool_use_id: null,
  });
}
