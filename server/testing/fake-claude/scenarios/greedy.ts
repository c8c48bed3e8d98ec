/** Agents that want more than they get: output of unusual size, and more of the machine than allowed. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { ftruncateSync, openSync } from "node:fs";
import path from "node:path";
import type { Scenario } from "./scenario.ts";

/** A picture of one dot. */
const DOT_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const largeResults: Scenario = {
  about: "a command with much output, then a picture",
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
  emit: (event: Record<string, unknown>) => void,
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

export const complains: Scenario = {
  about: "writes forty lines to stderr while it works, a secret and a key among them",
  async play(turn) {
    for (let line = 1; line <= 40; line += 1) {
      process.stderr.write(`complaint ${line}\n`);
      if (line === 20) {
        process.stderr.write(`my token is ${process.env["SIGNALBOX_TOKEN"] ?? "none"}\n`);
        process.stderr.write("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKC\n");
        await turn.pause(500);
        process.stderr.write("AQEAwJ3fGtuk\n-----END RSA PRIVATE KEY-----\n");
      }
      await turn.pause(1_500);
    }
    await turn.say("Nobody listens.");
  },
};

export const forkBomb: Scenario = {
  about: "starts processes that leave their parent, far more than anybody needs",
  async play(turn) {
    const count = Number(process.env["FAKE_CLAUDE_PROCESSES"] ?? 200);
    const bomb = `for i in $(seq ${count}); do (setsid sleep 3600 &) ; done; sleep 3600`;
    await turn.say("I need helpers.");
    // Itself, not through a tool: nobody is asked.
    const child = spawn("bash", ["-c", bomb], { stdio: "ignore" });
    await new Promise((resolve) => child.once("exit", resolve));
  },
};

export const hugeFile: Scenario = {
  about: "makes a file of 10 GB, and dies when it may not",
  async play(turn) {
    await turn.say("I make room for the data.");
    try {
      ftruncateSync(openSync(path.join(turn.cwd, "data.bin"), "w"), 10 * 1024 ** 3);
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      turn.crash(1);
    }
  },
};
