import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, retryLimit } from "./backoff.ts";

describe("backoffMs", () => {
  it.each([
    [1, 60_000],
    [2, 120_000],
    [3, 240_000],
    [5, 960_000],
    [6, 1_800_000],
    [40, 1_800_000],
    [0, 60_000],
  ])("after %i failures waits %i ms in the middle of its jitter", (failures, ms) => {
    expect(backoffMs(failures, 0.5)).toBe(ms);
  });

  it("stays within a fifth of the pause and never above the longest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const middle = backoffMs(failures, 0.5);
          const pause = backoffMs(failures, random);
          expect(pause).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
          expect(pause).toBeLessThanOrEqual(Math.min(1_800_000, Math.ceil(middle * 1.2)));
        },
      ),
    );
  });

  it("takes the trigger's own pauses", () => {
    expect(backoffMs(2, 0.5, { baseMs: 5_000, maxMs: 8_000 })).toBe(8_000);
  });
});

describe("retryLimit", () => {
  it("is the smaller of retries + 1 and the trigger's limit", () => {
    expect(retryLimit({ retries: 2, maxConsecutiveRuns: 5 })).toBe(3);
    expect(retryLimit({ retries: 9, maxConsecutiveRuns: 5 })).toBe(5);
    expect(retryLimit({ retries: null, maxConsecutiveRuns: 4 })).toBe(4);
  });
});
