import { describe, expect, it } from "vitest";
import { findHunkWriters } from "./hunk-writers.ts";
import type { FileEdit } from "./hunk-writers.ts";

const write = (seq: number, text: string): FileEdit => ({ seq, edits: [{ kind: "write", text }] });
const edit = (seq: number, old: string, next: string, isAll = false): FileEdit => ({
  seq,
  edits: [{ kind: "replace", old, new: next, isAll }],
});
const hunk = (...lines: string[]) => `@@ -1,3 +1,4 @@\n${lines.join("\n")}\n`;

describe("who wrote a part of a difference", () => {
  it("is the edit whose new lines it adds", () => {
    const diff =
      hunk(" const a = 1;", "-sum(items);", "+sum(items) + vat(items);") +
      hunk(" // end", "+export { vat };");
    const edits = [
      edit(5, "const a = 1;\nsum(items);", "const a = 1;\nsum(items) + vat(items);"),
      edit(9, "// end\n", "// end\nexport { vat };\n"),
    ];
    expect(findHunkWriters(diff, edits)).toEqual([5, 9]);
  });

  it("is the write whose content has the lines", () => {
    expect(findHunkWriters(hunk("+one", "+two"), [write(3, "one\ntwo\n")])).toEqual([3]);
    expect(findHunkWriters(hunk("+one"), [write(3, "one\r\ntwo\r\n")])).toEqual([3]);
  });

  it("is the last one where several wrote the same", () => {
    const twice = [write(3, "one\ntwo\n"), edit(4, "x", "y"), write(8, "one\ntwo\n")];
    expect(findHunkWriters(hunk("+one", "+two"), twice)).toEqual([8]);
    const halves = [edit(3, "a\nb", "one\nb"), edit(8, "b\nc", "two\nc")];
    expect(findHunkWriters(hunk("-a", "+one", "+two"), halves)).toEqual([8]);
  });

  it("is the one that wrote most of it, whatever touched a line later", () => {
    const edits = [write(3, "one\ntwo\nthree\n"), edit(8, "two", "second")];
    expect(findHunkWriters(hunk("+one", "+second", "+three"), edits)).toEqual([3]);
  });

  it("is found where an edit replaced only a part of a line", () => {
    const diff = hunk("-const total = sum(items);", "+const total = sum(items, vat);");
    expect(findHunkWriters(diff, [edit(4, "items)", "items, vat)")])).toEqual([4]);
    expect(findHunkWriters(diff, [edit(4, "price", "cost")])).toEqual([null]);
    const chained = [edit(4, "sum(items)", "sum(things)"), edit(6, "things", "items, vat")];
    expect(findHunkWriters(diff, chained)).toEqual([6]);
    const several = hunk("-call(a);", "+call({", "+  a,", "+});");
    expect(findHunkWriters(several, [edit(7, "(a)", "({\n  a,\n})")])).toEqual([7]);
  });

  it("of lines that only went is the edit that took them, or wrote the file without them", () => {
    const diff = hunk(" keep", "-gone");
    expect(findHunkWriters(diff, [edit(4, "keep\ngone", "keep")])).toEqual([4]);
    expect(findHunkWriters(diff, [edit(4, "gone", "")])).toEqual([4]);
    expect(findHunkWriters(diff, [write(4, "keep\n")])).toEqual([4]);
    expect(findHunkWriters(diff, [write(4, "keep\ngone\n")])).toEqual([null]);
  });

  it("is told by words before braces and empty lines", () => {
    const edits = [edit(2, "a", "function cart() {\n}"), edit(6, "b", "other() {\n}")];
    expect(findHunkWriters(hunk("+function cart() {", "+}"), edits)).toEqual([2]);
    expect(findHunkWriters(hunk("+}"), edits)).toEqual([6]);
  });

  it("is nobody where no call wrote it, and in no part there is none", () => {
    expect(findHunkWriters(hunk("+made by a command"), [write(3, "other\n")])).toEqual([null]);
    expect(findHunkWriters(hunk("+made by a command"), [])).toEqual([null]);
    expect(findHunkWriters("", [write(3, "other\n")])).toEqual([]);
  });

  it("does not take an unchanged line of an edit for a written one", () => {
    const edits = [edit(3, "x", "same line"), edit(5, "same line\nb", "same line\nc")];
    expect(findHunkWriters(hunk("+same line"), edits)).toEqual([3]);
  });
});
