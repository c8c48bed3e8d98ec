import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { terminalSequences } from "#server/lib/fixtures/terminal-sequences.ts";
import { parseSgr, stripEscapes } from "./sgr.ts";

const esc = "\u001b";

describe("parseSgr", () => {
  it("keeps colours, weight and their end", () => {
    const segments = parseSgr(`a${esc}[1;31mb${esc}[0mc`);
    expect(segments.map((segment) => segment.text)).toEqual(["a", "b", "c"]);
    expect(segments[1]?.style).toMatchObject({ hue: "red", isBold: true });
    expect(segments[2]?.style).toMatchObject({ hue: null, isBold: false });
  });

  it("maps 256 and true colours to hues of the theme", () => {
    expect(parseSgr(`${esc}[38;5;196mx`)[0]?.style.hue).toBe("red");
    expect(parseSgr(`${esc}[38;2;0;200;0mx`)[0]?.style.hue).toBe("green");
    expect(parseSgr(`${esc}[48:5:21mx`)[0]?.style.tint).toBe("blue");
  });

  it("does not let a carriage return hide what stood before it", () => {
    expect(stripEscapes("rm -rf /\rls\r\n")).toBe("rm -rf /\nls\n");
  });
});

const letters = "ABCDEFGHJKSTfdnsuhlr";
const corpus: string[] = [
  ...[...letters].map((letter) => `${esc}[2${letter}`),
  ...[...letters].map((letter) => `\u009b2${letter}`),
  ...["?25l", "?1049h", "?2004h", "6n", "c", ">c", "!p", "5 q", "8;50;50t", "1;1r"].map(
    (code) => `${esc}[${code}`,
  ),
  ...[0, 1, 2, 4, 7, 8, 9, 10, 11, 50, 52, 104, 112, 133, 633, 777, 1337].map(
    (code) => `${esc}]${code};c;cm0gLXJm\u0007`,
  ),
  ...[8, 52].flatMap((code) => [
    `${esc}]${code};;https://evil.example${esc}\\`,
    `\u009d${code};;https://evil.example\u009c`,
    `${esc}]${code};;https://evil.example\u009c`,
  ]),
  ...["P", "X", "^", "_"].flatMap((intro) => [
    `${esc}${intro}payload${esc}\\`,
    `${esc}${intro}payload\u0007`,
  ]),
  ...["\u0090", "\u0098", "\u009e", "\u009f"].map((intro) => `${intro}payload\u009c`),
  ...["7", "8", "c", "D", "E", "M", "N", "O", "Z", "=", ">", "(B", ")0", "#8", "%G", " F"].map(
    (rest) => `${esc}${rest}`,
  ),
  ...[
    "\b",
    "\u0007",
    "\u000e",
    "\u000f",
    "\u0000",
    "\u007f",
    "\u0005",
    "\u000b",
    "\u000c",
    "\u0018",
  ],
];

describe("terminal codes that are not colours", () => {
  it("has a corpus of at least 100", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(100);
  });

  it.each(corpus.map((code) => [JSON.stringify(code), code]))(
    "leaves nothing of %s",
    (_name, code) => {
      expect(stripEscapes(`before${code}after`)).toBe("beforeafter");
    },
  );

  it.each(terminalSequences)("leaves nothing of %s, as in a terminal", (_name, sequence) => {
    expect(stripEscapes(`before${sequence}\nafter`)).toBe("before\nafter");
  });

  it("leaves no control character whatever comes", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(...corpus, esc, "\u009b", "\r"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const left = [...stripEscapes(pieces.join(""))].map((char) => char.codePointAt(0) ?? 0);
        expect(
          left.filter(
            (code) => (code < 32 && code !== 9 && code !== 10) || (code >= 127 && code < 160),
          ),
        ).toEqual([]);
      }),
    );
  });
});
