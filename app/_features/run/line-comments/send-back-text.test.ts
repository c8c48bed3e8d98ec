import { describe, expect, it } from "vitest";
import type { LineComment } from "#app/_lib/review-draft.ts";
import { sendBackText } from "./send-back-text.ts";

const comment = (change: Partial<LineComment> = {}): LineComment => ({
  run: "r1",
  path: "server/cart.ts",
  type: "added",
  line: 12,
  quote: "  return sum(items);",
  text: "VAT is missing.",
  ...change,
});

describe("the message of Send back", () => {
  it("holds the words first, then each line with its file, its text and what was said", () => {
    expect(sendBackText({ text: " Nearly. ", comments: [comment()] })).toBe(
      [
        "Nearly.",
        "",
        "`server/cart.ts:12`",
        "",
        "```diff",
        "+  return sum(items);",
        "```",
        "",
        "VAT is missing.",
      ].join("\n"),
    );
  });

  it("is only the words, or only the comments, or nothing at all", () => {
    expect(sendBackText({ text: "Again.", comments: [] })).toBe("Again.");
    expect(sendBackText({ text: "", comments: [comment()] })).toMatch(/^`server\/cart\.ts:12`/);
    expect(sendBackText({ text: " ", comments: [comment({ text: " \n" })] })).toBe("");
  });

  it("goes by file and line, and says by its sign what became of a line", () => {
    const text = sendBackText({
      text: "",
      comments: [
        comment({ path: "b.ts", line: 1 }),
        comment({ path: "a.ts", line: 9, type: "same" }),
        comment({ path: "a.ts", line: 3 }),
        comment({ path: "a.ts", line: 3, type: "removed" }),
      ],
    });
    expect(text.match(/^`[a-z].*`$/gm)).toEqual(["`a.ts:3`", "`a.ts:3`", "`a.ts:9`", "`b.ts:1`"]);
    expect(text.match(/^[+ -] {2}return/gm)).toEqual([
      "-  return",
      "+  return",
      "   return",
      "+  return",
    ]);
  });

  it("keeps every part apart, whatever it holds", () => {
    const text = sendBackText({
      text: "Like this:\n```ts\nsum()",
      comments: [
        comment({ path: "od`d\n.md", quote: "````js", text: "~~~\nopen" }),
        comment({ path: "z.ts", quote: "x".repeat(1_000) }),
      ],
    });
    expect(text).toContain("sum()\n```\n\n``od`d .md:12``");
    expect(text).toContain("`````diff\n+````js\n`````");
    expect(text).toContain("~~~\nopen\n~~~\n\n`z.ts:12`");
    expect(text).toContain(`+${"x".repeat(400)}…\n`);
  });
});
