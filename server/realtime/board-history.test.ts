import { expect, it } from "vitest";
import { findContradictions } from "./fixtures/board-history.ts";
import type { BoardOperation, LoggedWrite } from "./fixtures/board-history.ts";

const write = (
  actor: string,
  start: number,
  change: Partial<BoardOperation> = {},
): BoardOperation => ({
  actor,
  op: "move",
  ticket: 1,
  start,
  end: start + 5,
  result: "ok",
  ...change,
});
const logged = (
  actor: string,
  revision: number,
  change: Partial<LoggedWrite> = {},
): LoggedWrite => ({
  actor,
  revision,
  op: "move",
  ticket: 1,
  ...change,
});

it("accepts writes at the same time in either order", () => {
  const operations = [write("ada", 0), write("sam", 3)];
  expect(findContradictions(operations, [logged("ada", 1), logged("sam", 2)])).toEqual([]);
  expect(findContradictions(operations, [logged("sam", 1), logged("ada", 2)])).toEqual([]);
});

it("finds a write that the log puts before one that was answered earlier", () => {
  const operations = [write("ada", 0), write("sam", 10)];
  expect(findContradictions(operations, [logged("sam", 1), logged("ada", 2)])).toHaveLength(1);
});

it("finds an answered write that the log does not know, and one that it knows as another", () => {
  expect(findContradictions([write("ada", 0)], [])).not.toEqual([]);
  expect(findContradictions([write("ada", 0)], [logged("ada", 1, { ticket: 2 })])).not.toEqual([]);
});

it("finds a move after a deletion, a second deletion, and a card that is gone without one", () => {
  const gone = write("sam", 20, { op: "delete" });
  const deletion = logged("sam", 2, { op: "delete" });
  expect(findContradictions([gone, write("ada", 18)], [deletion, logged("ada", 3)])).toEqual([
    "#1: moved after it was deleted",
  ]);
  const again = write("ada", 30, { op: "delete" });
  expect(findContradictions([gone, again], [deletion, logged("ada", 3, { op: "delete" })])).toEqual(
    ["#1: deleted twice"],
  );
  expect(findContradictions([write("ada", 0, { result: "gone" })], [])).toEqual([
    "#1: gone for ada though nobody deleted it",
  ]);
});
