import { describe, expect, it } from "vitest";
import { call, numbered, result } from "../testing/events.ts";
import { filterRows } from "./filter.ts";
import { foldEvents } from "./fold.ts";

const rows = foldEvents(
  numbered([
    ["assistant_text", { text: "a", messageId: null }],
    ["thinking", { text: "b", messageId: null }],
    ["tool_call", call("1", "Bash", { command: "ls" })],
    ["tool_result", { ...result("1", "no", true), exitCode: 2 }],
    ["tool_call", call("2", "Read", { file_path: "x" })],
    ["tool_call", call("3", "Edit", { file_path: "x", old_string: "a", new_string: "b" })],
  ]),
);
const shape = (opened: string[] = []) =>
  filterRows(rows, "effects", new Set(opened)).map((row) =>
    row.kind === "gap" ? `gap ${row.count}` : row.kind,
  );

describe("filterRows", () => {
  it("keeps effects in place and folds what lies between", () => {
    expect(shape()).toEqual(["gap 2", "tool", "gap 1", "tool"]);
  });

  it("shows a gap's rows once it is opened", () => {
    expect(shape(["gap-e1"])).toEqual(["text", "thinking", "tool", "gap 1", "tool"]);
  });

  it("finds failed calls, edits and commands", () => {
    const kinds = (filter: "errors" | "edits" | "commands") =>
      filterRows(rows, filter, new Set()).map((row) => row.key);
    expect(kinds("errors")).toEqual(["e3"]);
    expect(kinds("edits")).toEqual(["e6"]);
    expect(kinds("commands")).toEqual(["e3"]);
  });

  it("leaves out nothing under Everything", () => {
    expect(filterRows(rows, "all", new Set())).toBe(rows);
  });
});
