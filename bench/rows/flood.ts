/**
 * S-11: what a second client feels while the first floods the API with writes that are refused: the
 * p95 of its board reads during the flood against the p95 of the same reads without it.
 */
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import type { BenchProduct } from "../rig/product.ts";

const READS = 60;
/** Writes under way at once; about a hundred times the allowed 20 a second get through to be refused. */
const FLOODERS = 8;
const RATIO_FLOOR = 2;

export async function measureFlood(bench: BenchProduct, pairs: number): Promise<Measure[]> {
  const found = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => underFlood(bench, () => readP95(bench)),
    reference: () => readP95(bench),
  });
  return [
    judgeRatio({
      row: "S-11",
      name: "second client's read under a flood of writes, p95",
      unit: "ms",
      limit: { kind: "atMost", value: RATIO_FLOOR },
      samples: found,
    }),
  ];
}

async function readP95(bench: BenchProduct): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < READS; count += 1) {
    const startedAt = performance.now();
    await bench.product.api("GET", "/projects/bench/board");
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 0.95);
}

async function underFlood<T>(bench: BenchProduct, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const flooders = Array.from({ length: FLOODERS }, async () => {
    while (!isOver) {
      const answer = await fetch(`${bench.product.url}/api/projects/bench/tickets`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${bench.product.ownerToken}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ title: "" }),
      });
      await answer.arrayBuffer();
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(flooders);
  }
}
