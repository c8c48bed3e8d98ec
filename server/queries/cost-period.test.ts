import { expect, it } from "vitest";
import { isFailure } from "#server/contracts/failure.ts";
import { listDays, resolvePeriod } from "./cost-period.ts";
import type { AskedPeriod } from "./cost-period.ts";

const today = "2026-11-02";
const refused = (asked: AskedPeriod): string => {
  try {
    resolvePeriod(asked, today);
  } catch (error) {
    if (isFailure(error)) return `${error.status} ${error.message}`;
  }
  return "not refused";
};

it("is the last 30 days unless said otherwise, today counted", () => {
  expect(resolvePeriod({}, today)).toEqual({ from: "2026-10-04", to: today });
  expect(resolvePeriod({ days: 1 }, today)).toEqual({ from: today, to: today });
  expect(resolvePeriod({ days: 7 }, today)).toEqual({ from: "2026-10-27", to: today });
  expect(resolvePeriod({ days: 2, to: "2026-03-01" }, today).from).toBe("2026-02-28");
  expect(resolvePeriod({ from: "2026-11-01" }, today).to).toBe(today);
});

it("lists every day once, over a change of clocks and of the year", () => {
  expect(listDays({ from: "2026-10-31", to: "2026-11-02" })).toEqual([
    "2026-10-31",
    "2026-11-01",
    "2026-11-02",
  ]);
  expect(listDays({ from: "2025-12-31", to: "2026-01-01" })).toEqual(["2025-12-31", "2026-01-01"]);
  expect(listDays({ from: "2028-02-28", to: "2028-03-01" })).toHaveLength(3);
});

it("refuses what cannot be meant, naming field, expected and found", () => {
  expect(refused({ from: "2026-11-03" })).toBe(
    '400 from: expected a day not after 2026-11-02, found "2026-11-03"',
  );
  expect(refused({ from: "2025-09-28", to: today })).toBe(
    '400 from: expected at most 400 days up to 2026-11-02, found "2025-09-28"',
  );
  expect(resolvePeriod({ from: "2025-09-29" }, today).to).toBe(today);
  expect(refused({ from: "2000-01-01", to: "9999-12-31" })).toContain("at most 400 days");
  expect(refused({ from: "2026-11-01", days: 3 })).toBe(
    '400 days: expected either from or days, not both, found "3"',
  );
});
