import { describe, expect, it } from "vitest";
import { reservationFor } from "./reservation.ts";

describe("reservationFor", () => {
  it("is the run's own limit where there is one", () => {
    expect(reservationFor({ maxCostUsd: 2, recentCostsUsd: [9, 9] })).toBe(2);
  });

  it("is what nine of ten earlier runs stayed below", () => {
    const costs = [10, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(reservationFor({ maxCostUsd: null, recentCostsUsd: costs })).toBe(9);
  });

  it("looks at the newest fifty", () => {
    const costs = [...Array.from({ length: 50 }, () => 0.5), 100, 100, 100, 100, 100, 100];
    expect(reservationFor({ maxCostUsd: null, recentCostsUsd: costs })).toBe(0.5);
  });

  it("is one dollar without history; runs that cost nothing say nothing", () => {
    expect(reservationFor({ maxCostUsd: null, recentCostsUsd: [] })).toBe(1);
    expect(reservationFor({ maxCostUsd: null, recentCostsUsd: [0, 0] })).toBe(1);
  });
});
