import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "./line-splitter.ts";
import type { SpoolLine } from "./line-splitter.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

describe("line splitter", () => {
  it("gives the same lines and offsets wherever the bytes are cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " "))),
        fc.array(fc.nat({ max: 40 })),
        (lines, cuts) => {
          const whole = bytes(lines.map((line) => `${line}\n`).join(""));
          const splitter = createLineSplitter();
          const found: SpoolLine[] = [];
          let at = 0;
          for (const cut of cuts) {
            found.push(...splitter.push(whole.subarray(at, at + cut)));
            at += cut;
          }
          found.push(...splitter.push(whole.subarray(at)), ...splitter.flush());
          expect(found.map((line) => line.text)).toEqual(lines.map((line) => line.toWellFormed()));
          expect(found.at(-1)?.endOffset ?? 0).toBe(whole.length);
          found.forEach((line, index) => {
            expect(line.startOffset).toBe(found[index - 1]?.endOffset ?? 0);
          });
        },
      ),
    );
  });

  it("counts from the offset it starts at", () => {
    const splitter = createLineSplitter({ offset: 100 });
    expect(splitter.push(bytes("ab\ncd"))).toEqual([
      { text: "ab", startOffset: 100, endOffset: 103, skippedBytes: 0 },
    ]);
    expect(splitter.flush()).toEqual([
      { text: "cd", startOffset: 103, endOffset: 105, skippedBytes: 0 },
    ]);
  });

  it("skips and marks a line over the cap and goes on after it", () => {
    const splitter = createLineSplitter({ maxLineBytes: 10 });
    const found = [
      ...splitter.push(bytes("123456")),
      ...splitter.push(bytes("789012345")),
      ...splitter.push(bytes("\n1234567890\nnext\n")),
    ];
    expect(found).toEqual([
      { text: null, startOffset: 0, endOffset: 16, skippedBytes: 15 },
      { text: "1234567890", startOffset: 16, endOffset: 27, skippedBytes: 0 },
      { text: "next", startOffset: 27, endOffset: 32, skippedBytes: 0 },
    ]);
  });

  it("does not keep the reader's buffer", () => {
    const splitter = createLineSplitter();
    const buffer = bytes("first");
    splitter.push(buffer);
    buffer.fill(0x78);
    expect(splitter.push(bytes("\n"))[0]?.text).toBe("first");
  });

  it("replaces bytes that are not UTF-8", () => {
    const splitter = createLineSplitter();
    expect(splitter.push(Buffer.from([0x61, 0xff, 0x62, 0x0a]))[0]?.text).toBe("a\ufffdb");
  });
});
