import { describe, expect, it } from "vitest";
import { namedIn, openMention, putMention } from "./mention-parse.ts";

describe("openMention", () => {
  it.each([
    ["@", { from: 0, query: "" }],
    ["ask @pro", { from: 4, query: "pro" }],
    ["(@qa-te", { from: 1, query: "qa-te" }],
    ["mail me@home", null],
    ["@ann and", null],
    ["@@ann", null],
    ["nothing", null],
  ])("finds in %j %j", (text, open) => {
    expect(openMention(text, text.length)).toEqual(open);
  });

  it("looks at what stands before the cursor only", () => {
    expect(openMention("@programmer now", 4)).toEqual({ from: 0, query: "pro" });
  });
});

describe("putMention", () => {
  it("replaces what was typed and leaves one space behind the name", () => {
    expect(putMention("ask @pr", 7, { from: 4, query: "pr" }, "programmer")).toEqual({
      text: "ask @programmer ",
      caret: 16,
    });
    expect(putMention("@pr now", 3, { from: 0, query: "pr" }, "programmer")).toEqual({
      text: "@programmer now",
      caret: 12,
    });
  });
});

describe("namedIn", () => {
  it("takes whole handles once", () => {
    expect(namedIn("@Ann, @bob and @ann; me@home @@no")).toEqual(["ann", "bob"]);
  });
});
