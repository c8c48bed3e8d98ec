import { expect, it } from "vitest";
import { isOwnCommit } from "./own-commits.ts";

const at = (second: number) => new Date(second * 1_000);
const commit = { id: "1a2b3c4d".padEnd(40, "0"), committedAt: at(100) };
const span = (from: number, to: number | null, output = "") => ({
  beganAt: at(from),
  endedAt: to === null ? null : at(to),
  output,
});

it("takes a commit made while a command was at work for the run's own", () => {
  expect(isOwnCommit(commit, [span(90, 110)])).toBe(true);
  expect(isOwnCommit(commit, [span(90, null)])).toBe(true);
  // Events come a moment late.
  expect(isOwnCommit(commit, [span(103, 104)])).toBe(true);
});

it("takes one between two commands for somebody else's", () => {
  expect(isOwnCommit(commit, [span(10, 90), span(120, 130)])).toBe(false);
  expect(isOwnCommit(commit, [])).toBe(false);
});

it("knows one that its output names, whenever it was made", () => {
  const said = span(10, 20, "[main 1a2b3c4] Fix the cart\n 1 file changed");
  expect(isOwnCommit(commit, [said])).toBe(true);
  expect(isOwnCommit(commit, [span(10, 20, "[main (root-commit) 1a2b3c4] x")])).toBe(true);
  expect(isOwnCommit(commit, [span(10, 20, "1a2b3c4 a log that shows it")])).toBe(false);
  expect(isOwnCommit(commit, [span(10, 20, "[main 2a2b3c4] another")])).toBe(false);
});
