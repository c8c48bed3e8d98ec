import { describe, expect, it } from "vitest";
import { closeFence } from "./close-fence.ts";
import { visibleText } from "./visible-text.ts";

describe("closeFence", () => {
  it("closes the fence that is open", () => {
    expect(closeFence("text\n```ts\nlet a")).toBe("text\n```ts\nlet a\n```");
  });
  it("leaves closed fences alone", () => {
    expect(closeFence("```\na\n```\nend")).toBe("```\na\n```\nend");
  });
  it("is not closed by a shorter fence or one with a language", () => {
    expect(closeFence("````\n```\na")).toBe("````\n```\na\n````");
    expect(closeFence("```\n```ts\na")).toBe("```\n```ts\na\n```");
  });
  it("holds back a fence that is half written", () => {
    expect(closeFence("text\n``")).toBe("text\n");
  });
});

describe("visibleText", () => {
  it("shows direction marks and control characters", () => {
    expect(visibleText("rm \u202e fr- \u0007")).toBe("rm \\u{202e} fr- \\u{7}");
    expect(visibleText("a\tb\nc é")).toBe("a\tb\nc é");
  });
});
