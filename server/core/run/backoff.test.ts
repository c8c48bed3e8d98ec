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

  it("spreads a thousand pauses over the whole of their jitter (R-15)", () => {
    // A fixed generator: the same thousand numbers each time.
    let seed = 42;
    const random01 = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (const failures of [1, 3, 5]) {
      const middle = backoffMs(failures, 0.5);
      const [low, high] = [middle * 0.8, middle * 1.2];
      const buckets = Array<number>(10).fill(0);
      for (let i = 0; i < 1_000; i += 1) {
        const pause = backoffMs(failures, random01());
        expect(pause).toBeGreaterThanOrEqual(low);
        expect(pause).toBeLessThanOrEqual(high);
        const bucket = Math.min(9, Math.floor(((pause - low) / (high - low)) * 10));
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      }
      // 100 are expected in each; chi-squared with 9 degrees of freedom, p = 0.001.
      const chiSquared = buckets.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
      expect(chiSquared).toBeLessThan(27.9);
    }
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
