/**
 * P-12: what one more line costs the panel of a run when it holds 100,000 lines, of when it holds 1,000,
 * and what memory a held line takes. The panel's own modules, in this process; every line is parsed from
 * its JSON, as from the wire.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { EventWindow } from "#app/_features/run/stream/event-window.ts";
import { runEventSchema } from "#server/contracts/run-event.ts";
import type { RunEvent } from "#server/contracts/run-event.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure, Sample } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { sampleEvent } from "../rig/sample-events.ts";

const LARGE = 100_000;
const SMALL = 1_000;
const APPENDS = 10_000;
const BATCH = 500;
const APPEND_FLOOR = 1.5;
const HEAP_FLOOR = 3;

export async function measureLogViewer(pairs: number): Promise<Measure[]> {
  const appends = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => Promise.resolve(costOfAppends(LARGE)),
    reference: () => Promise.resolve(costOfAppends(SMALL)),
  });
  const heap = Array.from({ length: pairs }, heapOfLines);
  return [
    judgeRatio({
      row: "P-12",
      name: `one more line at ${LARGE} lines, of ${SMALL}`,
      unit: "µs",
      limit: { kind: "atMost", value: APPEND_FLOOR },
      samples: appends,
    }),
    judgeRatio({
      row: "P-12",
      name: `heap of a held line at ${LARGE}, of its bytes`,
      unit: "B",
      limit: { kind: "atMost", value: HEAP_FLOOR },
      samples: heap,
    }),
  ];
}

function lineOf(seq: number): string {
  return JSON.stringify({ seq, at: "2026-06-01T10:00:00.000Z", ...sampleEvent(seq) });
}

function parse(line: string): RunEvent {
  return runEventSchema.parse(JSON.parse(line));
}

/** A window that holds so many lines, read as they came. */
function openWindow(lines: number): { window: EventWindow; bytes: number } {
  const window = new EventWindow(0);
  let bytes = 0;
  for (let first = 1; first <= lines; first += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, index) => lineOf(first + index));
    bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (window.append(texts.map(parse)) === null) throw new Error("expected no gap");
  }
  if (window.size !== lines) throw new Error(`expected ${lines} lines, found ${window.size}`);
  return { window, bytes };
}

/** From the parsed line to the rows that are drawn, for each of lines that come one by one. */
function costOfAppends(lines: number): number {
  const { window } = openWindow(lines);
  window.read();
  const fresh = Array.from({ length: APPENDS }, (_, index) => parse(lineOf(lines + index + 1)));
  collectGarbage();
  const beforeMs = performance.now();
  for (const event of fresh) {
    window.append([event]);
    if (window.read().transcript.rows.length === 0) throw new Error("expected rows, found none");
  }
  return ((performance.now() - beforeMs) * 1_000) / APPENDS;
}

function heapOfLines(): Sample {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const { window, bytes } = openWindow(LARGE);
  collectGarbage();
  const ours = (process.memoryUsage().heapUsed - before) / window.size;
  return { ours, reference: bytes / window.size };
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
}
