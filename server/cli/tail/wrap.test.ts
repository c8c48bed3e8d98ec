import { describe, expect, it } from "vitest";
import { cutToWidth, displayWidth, wrapLine } from "./wrap.ts";

const RED = "\u001b[31m";
const OFF = "\u001b[0m";

describe("lines of a terminal", () => {
  it.each([
    ["abc", 3],
    ["日本", 4],
    ["e\u0301", 1],
    ["🚂", 2],
    [`${RED}abc${OFF}`, 3],
    ["", 0],
  ])("measures %j", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("breaks at spaces and keeps the indentation", () => {
    expect(wrapLine("  one two three four", 10)).toEqual(["  one two", "  three", "  four"]);
    expect(wrapLine("fits", 10)).toEqual(["fits"]);
    expect(wrapLine("a line of any length at all", 0)).toEqual(["a line of any length at all"]);
  });

  it("breaks words only where they are wider than a line", () => {
    expect(wrapLine("see abcdefghijklm now", 6)).toEqual(["see", "abcdef", "ghijkl", "m now"]);
    expect(wrapLine("日本語日本語", 5)).toEqual(["日本", "語日", "本語"]);
  });

  it("never makes a line wider than it may be, and loses no word", () => {
    const text = `${RED}The signal box${OFF} lets many trains move and never two into one block 日本語`;
    for (let width = 4; width < 90; width += 1) {
      const lines = wrapLine(text, width);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
  });

  it("says that something is cut", () => {
    expect(cutToWidth("abcdef", 4)).toBe("abc…");
    expect(cutToWidth("abc", 4)).toBe("abc");
  });
});
