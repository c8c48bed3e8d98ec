import { expect, it } from "vitest";
import { parseUnifiedDiff, partStarts } from "./unified-diff.ts";

it("numbers the lines of every part and marks what lies between", () => {
  const text = [
    "@@ -1,2 +1,2 @@",
    "-one",
    "+1",
    " two",
    "@@ -10 +10,2 @@ function total() {",
    " ten",
    "+eleven",
    "\\ No newline at end of file",
    "",
  ].join("\n");
  expect(parseUnifiedDiff(text)).toEqual([
    { type: "removed", text: "one", oldNumber: 1, newNumber: null },
    { type: "added", text: "1", oldNumber: null, newNumber: 1 },
    { type: "same", text: "two", oldNumber: 2, newNumber: 2 },
    null,
    { type: "same", text: "ten", oldNumber: 10, newNumber: 10 },
    { type: "added", text: "eleven", oldNumber: null, newNumber: 11 },
  ]);
});

it("has nothing to show for an empty difference", () => {
  expect(parseUnifiedDiff("")).toEqual([]);
});

it("knows where the parts begin, whether or not the first line of the file is in them", () => {
  const parts = "@@ -1 +1 @@\n-one\n+1\n@@ -10 +10,2 @@\n ten\n+eleven\n";
  expect(partStarts(parseUnifiedDiff(parts))).toEqual([0, 3]);
  expect(partStarts(parseUnifiedDiff("@@ -4 +4 @@\n-one\n+1\n"))).toEqual([1]);
  expect(partStarts([])).toEqual([]);
});
