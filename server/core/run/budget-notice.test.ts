import { expect, it } from "vitest";
import { budgetNotice } from "./budget-notice.ts";

it.each<[number, number | null, string | null]>([
  [7.99, 10, null],
  [8, 10, "budget_80"],
  [9.99, 10, "budget_80"],
  [10, 10, "budget_100"],
  [12, 10, "budget_100"],
  [0, 0, "budget_100"],
  [1_000, null, null],
])("%f of %j is %j", (spentUsd, capUsd, kind) => {
  expect(budgetNotice(spentUsd, capUsd)?.kind ?? null).toBe(kind);
});

it("says what was spent of what", () => {
  expect(budgetNotice(8.25, 10)?.sentence.text).toContain("$8.25 of $10.00");
});
