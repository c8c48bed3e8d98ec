import { describe, expect, it } from "vitest";
import { plainLine, terminalLines, terminalText } from "./terminal-text.ts";

const ESC = "\u001b";
const BEL = "\u0007";
const ST = `${ESC}\\`;

const csi = (body: string) => [`${ESC}[${body}`, `\u009b${body}`];
/** A string sequence in its forms: 7-bit and 8-bit, ended by BEL, ST, C1 ST. */
const strings = (introducer: string, c1: string, body: string) => [
  `${ESC}${introducer}${body}${BEL}`,
  `${ESC}${introducer}${body}${ST}`,
  `${c1}${body}\u009c`,
];

/** Name → forms of a sequence that must leave nothing behind. */
const hostile: Record<string, string[]> = {
  "OSC 8 link": strings("]", "\u009d", "8;;https://evil.example/"),
  "OSC 52 clipboard": strings("]", "\u009d", "52;c;cm0gLXJmIC8="),
  "OSC 52 query": strings("]", "\u009d", "52;c;?"),
  "OSC 0 title": strings("]", "\u009d", "0;owned"),
  "OSC 2 title": strings("]", "\u009d", "2;owned"),
  "OSC 4 palette": strings("]", "\u009d", "4;1;rgb:00/00/00"),
  "OSC 10 colour query": strings("]", "\u009d", "10;?"),
  "OSC 7 folder": strings("]", "\u009d", "7;file:///etc"),
  "OSC 9 notification": strings("]", "\u009d", "9;hello"),
  "OSC 133 prompt mark": strings("]", "\u009d", "133;A"),
  "OSC 777 notification": strings("]", "\u009d", "777;notify;a;b"),
  "OSC 1337 file": strings("]", "\u009d", "1337;File=name=YQ==:AAAA"),
  "OSC 50 font": strings("]", "\u009d", "50;evil"),
  "DCS sixel": strings("P", "\u0090", "q#0;2;0;0;0#0~~@@vv"),
  "DCS DECRQSS": strings("P", "\u0090", "$qm"),
  "DCS tmux passthrough": strings("P", "\u0090", "tmux;x"),
  "APC kitty image": strings("_", "\u009f", "Gf=24,s=1,v=1;AAAA"),
  PM: strings("^", "\u009e", "private"),
  SOS: strings("X", "\u0098", "string"),
  "cursor up": csi("5A"),
  "cursor down": csi("5B"),
  "cursor right": csi("80C"),
  "cursor left": csi("80D"),
  "cursor to column": csi("1G"),
  "cursor home": csi("H"),
  "cursor to place": csi("10;20H"),
  "cursor to place (f)": csi("10;20f"),
  "erase screen": csi("2J"),
  "erase scrollback": csi("3J"),
  "erase line": csi("2K"),
  "insert lines": csi("3L"),
  "delete lines": csi("3M"),
  "scroll up": csi("3S"),
  "scroll region": csi("2;4r"),
  "save cursor": csi("s"),
  "restore cursor": csi("u"),
  "bracketed paste": csi("?2004h"),
  "paste start mark": csi("200~"),
  "paste end mark": csi("201~"),
  "other screen": csi("?1049h"),
  "hide cursor": csi("?25l"),
  "mouse reports": csi("?1003h"),
  "device status query": csi("6n"),
  "device attributes query": csi("c"),
  "window size query": csi("18t"),
  "window title query": csi("21t"),
  "window iconify": csi("2t"),
  "soft reset": csi("!p"),
  "cursor shape": csi("4 q"),
  repeat: csi("200b"),
  "key modifiers (no SGR)": csi(">4;2m"),
  "key modifiers query": csi("?4m"),
  "SGR with an intermediate": csi("1 m"),
  "hidden text": csi("8m"),
  "blinking text": csi("5m"),
  "fast blinking text": csi("6m"),
  "full reset": [`${ESC}c`],
  index: [`${ESC}D`, "\u0084"],
  "reverse index": [`${ESC}M`, "\u008d"],
  "save cursor (DEC)": [`${ESC}7`],
  "restore cursor (DEC)": [`${ESC}8`],
  "line drawing set": [`${ESC}(0`],
  "double height line": [`${ESC}#3`],
  "shift out": ["\u000e", "\u000f"],
  bell: [BEL],
  backspace: ["\b"],
  "vertical tab and form feed": ["\u000b", "\u000c"],
  delete: ["\u007f"],
  NUL: ["\u0000"],
  enquiry: ["\u0005"],
  XOFF: ["\u0013"],
  "lone escape": [ESC],
  "lone C1 introducer": ["\u009b"],
};
const corpus = Object.entries(hostile).flatMap(([name, forms]) =>
  forms.map((form, index): [string, string] => [`${name} #${index + 1}`, form]),
);

/** What may be left of anything: no control character but tab, newline and whole SGR sequences. */
const SAFE = /^(?:[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\u001b\[[0-9;]*m)*$/;

describe("text of others in a terminal", () => {
  it("has a corpus of at least a hundred sequences", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(100);
  });

  it.each(corpus)("removes %s, with and without colours", (_name, sequence) => {
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

  it("is safe for whatever 20,000 random strings of dangerous pieces make", () => {
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
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (let round = 0; round < 20_000; round += 1) {
      const raw = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join("");
      for (const hasColour of [true, false]) {
        for (const line of terminalLines(raw, { hasColour })) expect(line).toMatch(SAFE);
      }
    }
  });
});
