import { expect, it } from "vitest";
import { createStatementNames } from "./statement-names.ts";

it("names a statement from its second time on, always the same", () => {
  const nameOf = createStatementNames();
  expect(nameOf({ sql: "SELECT 1" })).toBe("");
  const name = nameOf({ sql: "SELECT 1" });
  expect(name).toMatch(/^s_[0-9a-f]{32}$/);
  expect(nameOf({ sql: "SELECT 1" })).toBe(name);
  expect(createStatementNames()({ sql: "SELECT 1" })).toBe("");
});

it("leaves statements beyond a bound without a name", () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 1_000 }, (_, index) => {
    nameOf({ sql: `SELECT ${index}` });
    return nameOf({ sql: `SELECT ${index}` });
  });
  expect(new Set(names.filter((name) => name !== "")).size).toBe(400);
  expect(names.at(-1)).toBe("");
});
