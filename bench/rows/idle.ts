/**
 * P-08: CPU time of web and worker of the whole product while nothing is due, with 10,000 tickets on
 * the board, against the same program with 100. Both run all the time and are measured over the same
 * seconds.
 */
import { sleep } from "#server/lib/abort.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure, Sample } from "../measure/measure.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { processCpuTimeMs } from "../rig/cpu-time.ts";
import { startBenchProduct } from "../rig/product.ts";

const SMALL = 100;
const LARGE = 10_000;
const RATIO_FLOOR = 1.2;
/** One pair; the first, in which both still start up, is not counted. */
const WINDOW_MS = 15_000;
const COLUMNS = ["Backlog", "Blocked", "Review", "Done"];

export async function measureIdle(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const large = await startIdle(cleanup, LARGE);
  const small = await startIdle(cleanup, SMALL);
  const samples: Sample[] = [];
  for (let pair = -1; pair < pairs; pair += 1) {
    const before = { ours: large(), reference: small() };
    await sleep(WINDOW_MS);
    const spent = { ours: large() - before.ours, reference: small() - before.reference };
    if (pair >= 0) samples.push(spent);
  }
  return [
    judgeRatio({
      row: "P-08",
      name: `idle with ${LARGE} tickets, of ${SMALL}, in ${WINDOW_MS / 1_000} s`,
      unit: "CPU ms",
      limit: { kind: "atMost", value: RATIO_FLOOR },
      samples,
    }),
  ];
}

/** Returns what web and worker of a product with so many tickets have used so far, in ms. */
async function startIdle(cleanup: Cleanup, tickets: number): Promise<() => number> {
  const { product, database } = await startBenchProduct(cleanup);
  const project = await database.prisma.project.findFirstOrThrow({ where: { slug: "bench" } });
  for (const column of COLUMNS) {
    const count = tickets / COLUMNS.length;
    await insertTickets(database, { projectId: project.id, column, count, assignee: null });
  }
  const [web, worker] = await Promise.all([product.childPid("web"), product.childPid("worker")]);
  return () => processCpuTimeMs(web) + processCpuTimeMs(worker);
}
