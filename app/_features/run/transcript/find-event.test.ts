import { expect, it } from "vitest";
import { call, numbered, result } from "../testing/events.ts";
import { filterRows } from "./filter.ts";
import { indexOfEvent, keysAround } from "./find-event.ts";
import { foldEvents } from "./fold.ts";

const rows = foldEvents(
  numbered([
    ["assistant_text", { text: "a", messageId: null }],
    ["tool_call", call("t", "Task", { prompt: "write it" })],
    ["tool_call", call("e", "Edit", { file_path: "x", old_string: "a", new_string: "b" }), "t"],
    ["tool_result", result("e"), "t"],
    ["tool_result", result("t")],
    ["assistant_text", { text: "b", messageId: null }],
  ]),
);

it("finds the row of an event, of its result, and of one in a sub-agent's lane", () => {
  expect([1, 2, 3, 4, 5].map((seq) => indexOfEvent(rows, seq))).toEqual([0, 1, 1, 1, 1]);
  expect(indexOfEvent(rows, 7)).toBe(-1);
});

it("does not find what a filter has folded away", () => {
  const shown = filterRows(rows, "effects", new Set());
  expect(indexOfEvent(shown, 1)).toBe(-1);
  expect(indexOfEvent(shown, 3)).toBe(1);
});

it("opens the rows around an event that lies in a lane", () => {
  const [, lane] = rows;
  expect(lane && keysAround(lane, 3)).toEqual(["e2", "e3"]);
  expect(lane && keysAround(lane, 2)).toEqual(["e2"]);
});
