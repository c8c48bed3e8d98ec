import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countDiff, diffLines, foldDiff } from "./line-diff.ts";

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

describe("diffLines", () => {
  it("counts added and removed lines of an edit", () => {
    const lines = diffLines(
      "a\ntotal = sum(items)\nc\n",
      "a\ntotal = sum(items) + vat(items)\nb\nc\n",
    );
    expect(countDiff(lines)).toEqual({ added: 2, removed: 1 });
    expect(lines.at(-1)).toEqual({ type: "same", text: "c", oldNumber: 3, newNumber: 4 });
  });

  it("shows a new file as added lines only", () => {
    expect(countDiff(diffLines("", "a\nb"))).toEqual({ added: 2, removed: 0 });
  });

  it("does not count a missing newline at the end or other line ends as a change", () => {
    expect(countDiff(diffLines("a\r\nb\r\n", "a\nb"))).toEqual({ added: 0, removed: 0 });
  });

  it("stays right for texts too large to compare line by line", () => {
    const before = Array.from({ length: 3000 }, (_, i) => `old ${i}`);
    const after = Array.from({ length: 3000 }, (_, i) => `new ${i}`);
    expect(countDiff(diffLines(text(before), text(after)))).toEqual({ added: 3000, removed: 3000 });
  });

  it("rebuilds both texts from any diff", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 20 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(text(before), text(after));
        expect(diff.filter((line) => line.type !== "added").map((line) => line.text)).toEqual(
          before,
        );
        expect(diff.filter((line) => line.type !== "removed").map((line) => line.text)).toEqual(
          after,
        );
      }),
    );
  });
});

describe("foldDiff", () => {
  it("keeps lines around a change and marks what is left out", () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    const folded = foldDiff(diffLines(text(before), text(before.with(10, "changed"))), 2);
    expect(folded.map((line) => line?.type ?? "gap")).toEqual([
      "gap",
      "same",
      "same",
      "removed",
      "added",
      "same",
      "same",
      "gap",
    ]);
  });
});
