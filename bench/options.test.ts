import { expect, it } from "vitest";
import { readOptions } from "./options.ts";

const known = ["P-06", "P-03"];

it("measures every row with seven pairs unless told otherwise", () => {
  expect(readOptions([], known)).toEqual({ rows: known, pairs: 7 });
  expect(readOptions(["--rows", "P-03", "--pairs", "2"], known)).toEqual({
    rows: ["P-03"],
    pairs: 2,
  });
});

it("keeps its own order of rows", () => {
  expect(readOptions(["--rows", "P-03, P-06"], known).rows).toEqual(["P-06", "P-03"]);
});

it("refuses rows and numbers it does not know", () => {
  expect(() => readOptions(["--rows", "P-99"], known)).toThrow("found P-99");
  expect(() => readOptions(["--pairs", "0"], known)).toThrow("found 0");
  expect(() => readOptions(["--pairs", "many"], known)).toThrow("found many");
  expect(() => readOptions(["--fast"], known)).toThrow("--fast");
});
