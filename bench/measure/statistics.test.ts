import { expect, it } from "vitest";
import { median, percentile, rangeOf } from "./statistics.ts";

it("takes percentiles by nearest rank, whatever the order", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile(values, 1)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
});

it("takes the mean of the two in the middle of an even number", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 9])).toBe(3);
});

it("names the extremes", () => {
  expect(rangeOf([3, -1, 2])).toEqual({ low: -1, high: 3 });
});

it("refuses to describe nothing", () => {
  expect(() => median([])).toThrow("expected at least one value");
  expect(() => percentile([], 0.5)).toThrow("expected at least one value");
  expect(() => rangeOf([])).toThrow("expected at least one value");
});
