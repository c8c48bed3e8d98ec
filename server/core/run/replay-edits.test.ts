import { expect, it } from "vitest";
import { replayEdits } from "./replay-edits.ts";

const replace = (old: string, next: string, isAll = false) =>
  ({ kind: "replace", old, new: next, isAll }) as const;

it("makes the edits one after the other", () => {
  const edits = [replace("b", "c"), replace("c", "d$&"), { kind: "write", text: "e e" } as const];
  expect(replayEdits("a b", edits.slice(0, 2))).toBe("a d$&");
  expect(replayEdits("a b", [...edits, replace("e", "f", true)])).toBe("f f");
  expect(replayEdits(null, [{ kind: "write", text: "x" }])).toBe("x");
  expect(replayEdits(null, [replace("", "new")])).toBe("new");
  expect(replayEdits("same", [])).toBe("same");
});

it("says that it cannot where an edit does not fit", () => {
  expect(replayEdits("a b", [replace("x", "y")])).toBeNull();
  expect(replayEdits("a a", [replace("a", "b")])).toBeNull();
  expect(replayEdits(null, [replace("a", "b")])).toBeNull();
  expect(replayEdits("full", [replace("", "new")])).toBeNull();
});
