import { expect, it } from "vitest";
import {
  beginUndoable,
  rememberUndo,
  takeNewestUndo,
  takeUndo,
  type Undoable,
} from "./undo-stack.ts";

const undoableOf = (project: string, ticket: number): Undoable => ({
  project,
  kind: "delete",
  items: [{ ticket, change: { do: "restore" } }],
});

it("takes back what was done last, also while the server has not answered it", async () => {
  const [first, second] = [undoableOf("late", 1), undoableOf("late", 2)];
  rememberUndo(first);
  const place = beginUndoable("late");
  const taken = takeNewestUndo("late");
  place.keep(second);
  expect(await taken).toBe(second);
  expect(await takeNewestUndo("late")).toBe(first);
  expect(takeNewestUndo("late")).toBeNull();
});

it("takes back nothing for what was refused meanwhile, and leaves what was before it", async () => {
  const first = undoableOf("refused", 1);
  rememberUndo(first);
  const place = beginUndoable("refused");
  const taken = takeNewestUndo("refused");
  place.drop();
  expect(await taken).toBeNull();
  expect(takeUndo(first)).toBe(first);
});

it("keeps the order in which things were done, however they are answered", async () => {
  const [first, second] = [undoableOf("order", 1), undoableOf("order", 2)];
  const [slow, quick] = [beginUndoable("order"), beginUndoable("order")];
  quick.keep(second);
  slow.keep(first);
  expect(await takeNewestUndo("order")).toBe(second);
  expect(await takeNewestUndo("order")).toBe(first);
});

it("takes nothing back twice, and nothing of another project", () => {
  const mine = undoableOf("mine", 1);
  rememberUndo(mine);
  expect(takeNewestUndo("other")).toBeNull();
  expect(takeUndo(mine)).toBe(mine);
  expect(takeUndo(mine)).toBeNull();
  expect(takeNewestUndo("mine")).toBeNull();
});
