import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, numbered, result } from "../testing/events.ts";
import { TranscriptFold } from "../transcript/fold.ts";
import { lastEffects, lastLine } from "./effects.ts";

function effectsOf(list: Parameters<typeof numbered>[0], count = 3) {
  const fold = new TranscriptFold();
  fold.push(numbered(list));
  return lastEffects(fold.read(), count);
}
const edit = { file_path: "src/cart.ts", old_string: "a\nb", new_string: "a\nc\nd" };

describe("lastEffects", () => {
  it("shows edits with their lines and commands with their exit code, in order", () => {
    const effects = effectsOf([
      ["tool_call", call("1", "Edit", edit)],
      ["tool_result", result("1")],
      ["tool_call", call("2", "Read", { file_path: "x" })],
      ["tool_result", result("2")],
      ["assistant_text", { text: "Now the tests.", messageId: null }],
      ["tool_call", call("3", "Bash", { command: "npm test\n# all" })],
      ["tool_result", { ...result("3", "no", true), exitCode: 1 }],
    ]);
    expect(effects).toMatchObject([
      { kind: "edit", path: "src/cart.ts", count: { added: 2, removed: 1 }, isBad: false },
      { kind: "command", command: "npm test", exitCode: 1, isBad: true, runningSince: null },
    ]);
  });

  it("keeps the newest of many, and says since when one is running", () => {
    const calls = ["a", "b", "c", "d"].map(
      (id) => ["tool_call", call(id, "Bash", { command: `run ${id}` })] as const,
    );
    const effects = effectsOf([...calls, ["tool_result", { ...result("c"), exitCode: 0 }]]);
    expect(effects.map((effect) => effect.kind === "command" && effect.command)).toEqual([
      "run b",
      "run c",
      "run d",
    ]);
    expect(effects.map(({ runningSince }) => runningSince !== null)).toEqual([true, false, true]);
  });

  it("does not say of a call that will have no result that it is running", () => {
    const ended = { outcome: "lost", verdict: null, exitCode: null, signal: null, message: "" };
    const over = effectsOf([
      ["tool_call", call("1", "Bash", { command: "sleep 300" })],
      ["ended", ended],
    ]);
    expect(over).toMatchObject([{ kind: "command", runningSince: null }]);
  });

  it("shows what was refused as refused, not as running", () => {
    const denied = { tool: "Bash", callId: "1", message: "not allowed" };
    expect(
      effectsOf([
        ["tool_call", call("1", "Bash", { command: "rm -r ." })],
        ["permission_denied", denied],
        ["permission_denied", { ...denied, callId: null }],
      ]),
    ).toMatchObject([
      { kind: "command", isBad: true, runningSince: null },
      { kind: "denied", text: "not allowed", isBad: true },
    ]);
  });

  it("copes with any input a model writes", () => {
    const property = fc.property(
      fc.constantFrom("Edit", "Write", "Bash", "WebFetch", "Task", "mcp__a__b"),
      fc.jsonValue(),
      (tool, input) => effectsOf([["tool_call", call("1", tool, input)]]).length === 1,
    );
    expect(fc.check(property).counterexample).toBeNull();
  });
});

it("takes the last line with words of a text that grows", () => {
  expect(lastLine("# Title\n\nNow describing errors…\n\n")).toBe("Now describing errors…");
  expect(lastLine("")).toBe("");
});
