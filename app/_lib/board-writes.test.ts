import { expect, it } from "vitest";
import { BoardWrites } from "./board-writes.ts";

it("says whether a reread overlapped a write", () => {
  const writes = new BoardWrites();
  const before = writes.mark();
  expect(writes.isUntouchedSince(before)).toBe(true);
  const end = writes.begin();
  expect(writes.isUntouchedSince(before)).toBe(false);
  const during = writes.mark();
  end();
  end();
  expect(writes.isUntouchedSince(before)).toBe(false);
  expect(writes.isUntouchedSince(during)).toBe(true);
});
