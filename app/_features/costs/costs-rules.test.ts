import { describe, expect, it } from "vitest";
import type { CostItem } from "#server/contracts/costs.ts";
import { costsPath, periodProblem, readFilters, toQuery } from "./filters.ts";
import { capLineOf, columnsOf, heightOf, labelledPlaces, moneyTicks } from "./scale.ts";

describe("axis", () => {
  it("has round values from zero to just above the highest bar", () => {
    expect(moneyTicks(10)).toEqual([0, 5, 10]);
    expect(moneyTicks(0.73)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(moneyTicks(40)).toEqual([0, 10, 20, 30, 40]);
    expect(moneyTicks(41)).toEqual([0, 20, 40, 60]);
    expect(moneyTicks(1234)).toEqual([0, 500, 1000, 1500]);
    expect(moneyTicks(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it("never divides cents, nor is it empty without money", () => {
    expect(moneyTicks(0)).toEqual([0, 0.01]);
    expect(moneyTicks(0.004)).toEqual([0, 0.01]);
    expect(moneyTicks(0.03)).toEqual([0, 0.01, 0.02, 0.03]);
  });

  it("reaches every height that it is made for", () => {
    for (let max = 0.01; max < 5_000; max *= 1.37) {
      const ticks = moneyTicks(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Number(max.toFixed(2)));
      expect(ticks.length).toBeLessThan(8);
      expect(new Set(ticks).size).toBe(ticks.length);
    }
  });

  it("labels at most so many days, the last one always", () => {
    expect(labelledPlaces(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelledPlaces(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
    expect(labelledPlaces(90, 6)).toHaveLength(6);
    expect(labelledPlaces(1, 6)).toEqual([0]);
    for (const count of [2, 13, 31, 91, 400]) {
      const places = labelledPlaces(count, 5);
      expect(places.length).toBeLessThanOrEqual(5);
      expect(places.at(-1)).toBe(count - 1);
    }
  });

  it("has the cap to scale unless that would press the bars flat", () => {
    expect(capLineOf(10, 3)).toEqual({ usd: 10, isToScale: true });
    expect(capLineOf(10, 1)).toEqual({ usd: 10, isToScale: true });
    expect(capLineOf(10, 0.5)).toEqual({ usd: 10, isToScale: false });
    expect(capLineOf(0, 3)).toEqual({ usd: 0, isToScale: true });
    expect(capLineOf(null, 3)).toBeNull();
    expect(capLineOf(undefined, 3)).toBeNull();
  });
});

it("stacks exact and estimated money, and what is set aside on today alone", () => {
  const item = (key: string, spentUsd: number, estimatedUsd: number): CostItem => ({
    key,
    label: null,
    project: null,
    ticket: null,
    spentUsd,
    estimatedUsd,
    runs: 1,
    unpricedRuns: 0,
  });
  const columns = columnsOf([item("2026-05-01", 3, 1), item("2026-05-02", 2, 0)], {
    today: "2026-05-02",
    reservedUsd: 4,
  });
  expect(columns).toEqual([
    { day: "2026-05-01", exact: 2, estimated: 1, reserved: 0 },
    { day: "2026-05-02", exact: 2, estimated: 0, reserved: 4 },
  ]);
  expect(columns.map(heightOf)).toEqual([3, 6]);
});

describe("address", () => {
  const read = (query: string) => readFilters(new URLSearchParams(query));

  it("holds every choice and leaves the standard out", () => {
    for (const query of [
      "",
      "project=web",
      "project=web&agent=programmer&person=ada&by=ticket&days=90",
      "from=2026-05-01&to=2026-05-04&by=model",
    ]) {
      const path = costsPath(read(query));
      expect(readFilters(new URLSearchParams(path.split("?")[1]))).toEqual(read(query));
    }
    expect(costsPath(read("days=30&by=day"))).toBe("/costs");
  });

  it("falls back to the standard for what it does not know", () => {
    expect(read("by=colour&days=12&from=soon&to=2026-05-04")).toMatchObject({
      by: "day",
      period: 30,
    });
  });

  it("asks the API for days or for a period", () => {
    expect(toQuery(read("project=web"))).toEqual({ project: "web", by: "day", days: "30" });
    expect(toQuery(read("from=2026-05-01&to=2026-05-04&days=7"))).toEqual({
      by: "day",
      from: "2026-05-01",
      to: "2026-05-04",
    });
  });

  it("says what is wrong with days chosen by hand", () => {
    expect(periodProblem(30)).toBeNull();
    expect(periodProblem({ from: "2026-05-01", to: "2026-05-01" })).toBeNull();
    expect(periodProblem({ from: "2026-05-02", to: "2026-05-01" })).toBe("order");
    expect(periodProblem({ from: "2026-99-99", to: "2026-05-01" })).toBe("order");
    expect(periodProblem({ from: "2025-01-01", to: "2026-05-01" })).toBe("long");
  });
});
