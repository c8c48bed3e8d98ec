import { describe, expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";
import { dollars, linesOf, wholeNumber } from "./numbers.ts";

it("reads whole numbers within their limits only", () => {
  expect(wholeNumber("0", 0, 10)).toBe(0);
  expect(wholeNumber("10", 1, 10)).toBe(10);
  for (const text of ["", "11", "-1", "1.5", "1e1", "ten", " 1"]) {
    expect(wholeNumber(text, 0, 10), text).toBeNull();
  }
});

describe("an amount of dollars", () => {
  it("is read with a point, a comma or a sign", () => {
    expect(["5", "$5", "0", "12.5", "12,5", "0.25"].map(dollars)).toEqual([
      5, 5, 0, 12.5, 12.5, 0.25,
    ]);
  });

  it("is nothing else", () => {
    for (const text of ["", "-1", "1e3", "1 000", "1,000.5", "2000000", "Infinity"]) {
      expect(dollars(text), text).toBeNull();
    }
  });
});

it("takes one entry a line, without empty ones and repetitions", () => {
  expect(linesOf(" npm test \n\nnpm test\ngit add\r\n")).toEqual(["npm test", "git add"]);
  expect(linesOf("")).toEqual([]);
});

it("names the lines that a rename changed, with their numbers", () => {
  expect(changedLines('a\n"Todo"\nb\n"Todo", x', 'a\n"Ready"\nb\n"Ready", x')).toEqual([
    { line: 2, before: '"Todo"', after: '"Ready"' },
    { line: 4, before: '"Todo", x', after: '"Ready", x' },
  ]);
  expect(changedLines("same", "same")).toEqual([]);
});
