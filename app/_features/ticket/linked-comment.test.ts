import { expect, it } from "vitest";
import { linkedComment, linkedEvent } from "./linked-comment.ts";

it("reads the comment or the event that an address leads to", () => {
  expect(linkedComment("#comment-12")).toBe(12);
  expect(linkedEvent("#run-01a2b3-event-45")).toEqual({ run: "01a2b3", seq: 45 });
});

it("leads nowhere else", () => {
  for (const hash of [
    "",
    "#comment-",
    "#run--event-4",
    "#run-1-event-x",
    "#run-1-event-4-comment-2",
  ]) {
    expect([hash, linkedComment(hash), linkedEvent(hash)]).toEqual([hash, null, null]);
  }
});
