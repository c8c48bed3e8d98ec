import { expect, it } from "vitest";
import { judgeMark, judgeRatio, missedFloors } from "./measure.ts";

const samples = [
  { ours: 10, reference: 10 },
  { ours: 30, reference: 10 },
  { ours: 24, reference: 20 },
];
const base = { row: "P-00", name: "test", unit: "ms", samples };

it("judges the median of the pairwise ratios, not the ratio of the medians", () => {
  const measure = judgeRatio({ ...base, limit: { kind: "atMost", value: 1.5 } });
  expect(measure).toMatchObject({ ours: 24, reference: 10, ratio: 1.2, ratioLow: 1, ratioHigh: 3 });
  expect(measure.isMet).toBe(true);
});

it("fails a floor from either side", () => {
  const above = judgeRatio({ ...base, limit: { kind: "atMost", value: 1.1 } });
  const below = judgeRatio({ ...base, limit: { kind: "atLeast", value: 1.3 } });
  expect(missedFloors([above, below])).toEqual([above, below]);
});

it("never fails the run for a mark", () => {
  const mark = judgeMark({
    row: "P-00",
    name: "test",
    unit: "ms",
    values: [200, 300, 100],
    limit: { kind: "atMost", value: 150 },
  });
  expect(mark).toMatchObject({ ours: 200, isMet: false, weight: "mark" });
  expect(missedFloors([mark])).toEqual([]);
});
