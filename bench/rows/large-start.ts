/** how long a product with 10,000 tickets, 1,000 runs and 2 million events takes to start. */
import { judgeRatio } from "../measure/measure.ts";
import type { Measure, Sample } from "../measure/measure.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { fillLarge } from "../rig/large-project.ts";
import { startBenchProduct } from "../rig/product.ts";

const SIZE = { runs: 1_000, events: 2_000_000 };
const START_WITHIN_MS = 10_000;

export async function measureLargeStart(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const { product, database } = await startBenchProduct(cleanup);
  const { id } = await database.prisma.project.findFirstOrThrow({ where: { slug: "bench" } });
  await fillLarge(database, id, SIZE);
  const samples: Sample[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    samples.push({ ours: (await product.restart()).startMs, reference: START_WITHIN_MS });
  }
  return [
    judgeRatio({
      row: "R-18",
      name: "start with 2 million events, of 10 s",
      unit: "ms",
      limit: { kind: "atMost", value: 1 },
      samples,
    }),
  ];
}
