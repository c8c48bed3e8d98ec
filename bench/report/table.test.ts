import { expect, it } from "vitest";
import { judgeMark, judgeRatio } from "../measure/measure.ts";
import { formatTable } from "./table.ts";

it("shows ratio with range, floor and verdict of every measure", () => {
  const missed = judgeRatio({
    row: "P-01",
    name: "slow thing",
    unit: "ms",
    limit: { kind: "atMost", value: 1.5 },
    samples: [
      { ours: 40, reference: 20 },
      { ours: 45, reference: 15 },
      { ours: 10, reference: 10 },
    ],
  });
  const mark = judgeMark({
    row: "P-01",
    name: "felt",
    unit: "ms",
    values: [1234.4],
    limit: { kind: "atMost", value: 2_000 },
  });
  const lines = formatTable([missed, mark]).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["row", "measure", "ours", "reference", "ratio (range)", "floor", "met?"],
    expect.anything(),
    ["P-01", "slow thing", "40 ms", "15 ms", "2 (1–3)", "≤ 1.5×", "NO"],
    ["P-01", "felt", "1234 ms", "–", "–", "mark ≤ 2000 ms", "(yes)"],
  ]);
});
