import { describe, expect, it } from "vitest";
import { terminalSequences } from "./fixtures/terminal-sequences.ts";
import { plainLine, terminalLines, terminalText } from "./terminal-text.ts";

const ESC = "\u001b";
const BEL = "\u0007";
const ST = `${ESC}\\`;

/** What may be left of anything: no control character but tab, newline and whole SGR sequences. */
const SAFE = /^(?:[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\u001b\[[0-9;]*m)*$/;

describe("text of others in a terminal", () => {
  it("has a corpus of at least a hundred sequences", () => {
    expect(terminalSequences.length).toBeGreaterThanOrEqual(100);
  });

  it.each(terminalSequences)("removes %s, with and without colours", (_name, sequence) => {
    for (const hasColour of [true, false]) {
      const clean = terminalText(`before${sequence}\nafter`, { hasColour });
      expect(clean.replace(/\n/g, "|")).toBe("before|after");
      expect(terminalText(`a${sequence}b`.repeat(3), { hasColour })).toMatch(SAFE);
    }
  });

  it("keeps colours and weights, and closes them on every line", () => {
    const raw = `${ESC}[1;31mred\nstill red${ESC}[0m plain`;
    expect(terminalLines(raw, { hasColour: true })).toEqual([
      `${ESC}[1;31mred${ESC}[0m`,
      `${ESC}[1;31mstill red${ESC}[0m plain`,
    ]);
    expect(terminalText(raw, { hasColour: false })).toBe("red\nstill red plain");
  });

  it.each([
    ["38;5;208", "38;5;208"],
    ["48;2;1;2;3", "48;2;1;2;3"],
    ["38:5:208", "38;5;208"],
    ["1;8;32", "1;32"],
    ["0;32", "0;32"],
  ])("keeps what colours of %s", (given, kept) => {
    expect(terminalText(`${ESC}[${given}mx`, { hasColour: true })).toBe(
      `${ESC}[${kept}mx${ESC}[0m`,
    );
  });

  it.each(["38;5", "38", "38;2;1;2", "999", "38;5;99999"])("leaves %s out", (given) => {
    expect(terminalText(`${ESC}[${given}mx`, { hasColour: true })).toBe("x");
  });

  it("shows what was overwritten with carriage returns, and direction marks by their code", () => {
    expect(terminalText("10%\r20%\r\nsafe\u202etxt.exe", { hasColour: false })).toBe(
      "10%\n20%\nsafe\\u{202e}txt.exe",
    );
  });

  it("does not grow with styles that are never closed", () => {
    const raw = `${ESC}[31m`.repeat(1_000) + "\n".repeat(1_000);
    const longest = Math.max(
      ...terminalLines(raw, { hasColour: true })
        .slice(1)
        .map((l) => l.length),
    );
    expect(longest).toBeLessThan(200);
  });

  it("makes one line of a title", () => {
    expect(plainLine(`  a\tb\n${ESC}]0;x${BEL}c `)).toBe("a b c");
  });

  it("is safe for whatever 3,000 random strings of dangerous pieces make", () => {
    const pieces = [
      ESC,
      BEL,
      ST,
      "[",
      "]",
      "m",
      "8;;",
      "P",
      "\u009b",
      "\u009d",
      "\u009c",
      "31",
      ";",
      "\r",
      "x",
    ];
    const odd: string[] = [];
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (let round = 0; round < 3_000; round += 1) {
      const raw = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join("");
      for (const hasColour of [true, false]) {
        if (!terminalLines(raw, { hasColour }).every((line) => SAFE.test(line))) odd.push(raw);
      }
    }
    expect(odd).toEqual([]);
  });
});
