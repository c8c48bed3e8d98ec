import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardDelta } from "#server/contracts/live.ts";
import { DeltaQueue } from "./delta-queue.ts";

const delta = (revision: number): BoardDelta => ({ project: "web", revision, changes: [] });
const revisions = (deltas: BoardDelta[]) => deltas.map((one) => one.revision);

describe("DeltaQueue", () => {
  it("hands out what follows at once", () => {
    const queue = new DeltaQueue();
    expect(revisions(queue.take(4, [delta(5), delta(6)]))).toEqual([5, 6]);
    expect(queue.hasGap).toBe(false);
  });

  it("holds back what came too early until the gap is filled", () => {
    const queue = new DeltaQueue();
    expect(queue.take(4, [delta(7)])).toEqual([]);
    expect(queue.hasGap).toBe(true);
    expect(revisions(queue.take(4, [delta(5), delta(6)]))).toEqual([5, 6, 7]);
    expect(queue.hasGap).toBe(false);
  });

  it("drops what is known", () => {
    const queue = new DeltaQueue();
    expect(queue.take(9, [delta(8), delta(9)])).toEqual([]);
    expect(queue.hasGap).toBe(false);
  });

  it("forgets early ones that a fresh board has overtaken", () => {
    const queue = new DeltaQueue();
    queue.take(1, [delta(5)]);
    expect(queue.take(6, [])).toEqual([]);
    expect(queue.hasGap).toBe(false);
  });

  it("applies every revision once and in order, however they arrive", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 8 })),
        (order, doubles) => {
          const queue = new DeltaQueue();
          let revision = 0;
          const applied: number[] = [];
          for (const next of [...order, ...doubles]) {
            for (const ready of queue.take(revision, [delta(next)])) {
              applied.push(ready.revision);
              revision = ready.revision;
            }
          }
          expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        },
      ),
    );
  });
});
