/**
 * `npm run bench`: measures the built product beside its references and prints one table. Leaves no
 * process behind and ends by itself. Exit code 0: every floor is met; 1: one is missed, or a
 * measurement failed; 2: it was called wrongly.
 *
 *   npm run bench -- --rows P-03,P-06 --pairs 3
 */
import { describeError } from "#server/lib/result.ts";
import type { Measure } from "./measure/measure.ts";
import { missedFloors } from "./measure/measure.ts";
import { readOptions } from "./options.ts";
import type { BenchOptions } from "./options.ts";
import { formatTable } from "./report/table.ts";
import { describeMachine, loadOfMinute, writeResults } from "./report/write-results.ts";
import { createCleanup } from "./rig/cleanup.ts";
import type { Cleanup } from "./rig/cleanup.ts";
import { startBenchProduct } from "./rig/product.ts";
import type { BenchProduct } from "./rig/product.ts";
import { measureDispatch } from "./rows/dispatch.ts";
import { measureAutomationsLoad } from "./rows/automations-load.ts";
import { measureBoardSize } from "./rows/board-size.ts";
import { measureCheckpoint } from "./rows/checkpoint.ts";
import { measureDelivery } from "./rows/delivery.ts";
import { measureFanOut } from "./rows/fan-out.ts";
import { measureFlood } from "./rows/flood.ts";
import { measureIdle } from "./rows/idle.ts";
import { measureIngest } from "./rows/ingest.ts";
import { measureActivity } from "./rows/activity.ts";
import { measureLargeStart } from "./rows/large-start.ts";
import { measureLogViewer } from "./rows/log-viewer.ts";
import { measureMemory } from "./rows/memory.ts";
import { measureRecovery } from "./rows/recovery.ts";
import { measureRedaction } from "./rows/redaction.ts";
import { measureReplay } from "./rows/replay.ts";
import { measureScrolling } from "./rows/scrolling.ts";
import { measureSecondBrowser } from "./rows/second-browser.ts";
import { measureStart } from "./rows/start.ts";
import { measureTick } from "./rows/tick.ts";

/** A measurement that hangs ends the whole run; so long is each row's share of it. */
const MINUTES_PER_PAIR = 0.5;
const MINUTES_AT_LEAST = 10;
/** Clean-up that hangs is given up; what is left dies with its pipes to this process. */
const CLEANUP_WITHIN_MS = 45_000;

type RowWork = (parts: {
  pairs: number;
  cleanup: Cleanup;
  product(): Promise<BenchProduct>;
}) => Promise<Measure[]>;

/** In this order: what needs no product comes before it is started. */
const rowWork: Record<string, RowWork> = {
  "automations-load": ({ pairs }) => Promise.resolve(measureAutomationsLoad(pairs)),
  checkpoint: ({ cleanup, pairs }) => measureCheckpoint(cleanup, pairs),
  "P-01": ({ cleanup, pairs }) => measureDispatch(cleanup, pairs),
  "P-07": ({ cleanup, pairs }) => measureTick(cleanup, pairs),
  "P-06": ({ cleanup, pairs }) => measureIngest(cleanup, pairs),
  "P-16": ({ cleanup, pairs }) => measureRedaction(cleanup, pairs),
  "P-12": async ({ cleanup, pairs }) => [
    ...(await measureLogViewer(pairs)),
    ...(await measureScrolling(cleanup, pairs)),
  ],
  "P-17": ({ cleanup, pairs }) => measureActivity(cleanup, pairs),
  "P-18": ({ cleanup, pairs }) => measureMemory(cleanup, pairs),
  "P-08": ({ cleanup, pairs }) => measureIdle(cleanup, pairs),
  "P-09": ({ cleanup, pairs }) => measureBoardSize(cleanup, pairs),
  "R-18": ({ cleanup, pairs }) => measureLargeStart(cleanup, pairs),
  "P-03": async ({ product, pairs }) => measureStart(await product(), pairs),
  "P-04": async ({ product, cleanup, pairs }) => measureFanOut(await product(), cleanup, pairs),
  "P-05": async ({ product, cleanup, pairs }) => measureDelivery(await product(), cleanup, pairs),
  "P-13": async ({ product, pairs, cleanup }) => measureReplay(await product(), cleanup, pairs),
  board: async ({ product, cleanup, pairs }) =>
    measureSecondBrowser(await product(), cleanup, pairs),
  "P-15": async ({ product, cleanup, pairs }) => measureRecovery(await product(), cleanup, pairs),
  "S-11": async ({ product, pairs }) => measureFlood(await product(), pairs),
};

/** The measures of all rows, and the rows that could not be measured. */
async function measureAll(
  options: BenchOptions,
  cleanup: Cleanup,
): Promise<{ measures: Measure[]; failed: string[] }> {
  let starting: Promise<BenchProduct> | undefined;
  const product = (): Promise<BenchProduct> => (starting ??= startBenchProduct(cleanup));
  const measures: Measure[] = [];
  const failed: string[] = [];
  for (const row of options.rows) {
    const work = rowWork[row];
    if (!work) continue;
    console.log(`measuring ${row}, ${options.pairs} pairs after a warm-up`);
    const own = createCleanup();
    cleanup.add(() => own.run());
    try {
      measures.push(...(await work({ pairs: options.pairs, cleanup: own, product })));
    } catch (error) {
      // What the other rows say is not lost with it.
      console.error(`${row}:`, error);
      failed.push(row);
    }
    await own.run();
  }
  return { measures, failed };
}

async function main(): Promise<number> {
  let options: BenchOptions;
  try {
    options = readOptions(process.argv.slice(2), Object.keys(rowWork));
  } catch (error) {
    console.error(`bench: ${describeError(error)}`);
    return 2;
  }
  const cleanup = createCleanup();
  const leave = (reason: string): void => {
    console.error(`bench: ${reason}; cleaning up`);
    setTimeout(() => process.exit(1), CLEANUP_WITHIN_MS).unref();
    void cleanup.run().then(() => process.exit(1));
  };
  process.once("SIGINT", () => leave("interrupted"));
  process.once("SIGTERM", () => leave("told to stop"));
  // Whoever reads the table has gone.
  process.stdout.once("error", () => leave("no reader"));
  const minutes = Math.max(
    MINUTES_AT_LEAST,
    options.rows.length * options.pairs * MINUTES_PER_PAIR,
  );
  setTimeout(() => leave(`not done after ${minutes} minutes`), minutes * 60_000).unref();

  const loadBefore = loadOfMinute();
  try {
    const { measures, failed } = await measureAll(options, cleanup);
    const machine = describeMachine(loadBefore);
    const file = await writeResults(options.pairs, machine, measures);
    console.log(`\n${formatTable(measures)}\n`);
    console.log(
      `${machine.cores} cores, load ${machine.loadBefore.toFixed(1)} → ${machine.loadAfter.toFixed(1)}; every pair is in ${file}`,
    );
    const missed = missedFloors(measures);
    for (const { row, name } of missed) console.error(`missed: ${row} ${name}`);
    for (const row of failed) console.error(`failed: ${row}`);
    return missed.length === 0 && failed.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await cleanup.run();
  }
}

process.exit(await main());
