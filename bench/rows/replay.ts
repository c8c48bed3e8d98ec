/**
 * P-13: a run's stored events, read through the API and folded into the rows a panel draws by the
 * panel's own modules, against a bare SELECT of the same rows written out as JSON. CPU time of this
 * process and of the whole product, database included. Then a panel that lost its connection: from the
 * new connection to the last missed event in its list, against three times what a bare Socket.IO client
 * needs to connect and hear its echo, and the reading of so many events.
 */
import type pg from "pg";
import { z } from "zod";
import { EventWindow } from "#app/_features/run/stream/event-window.ts";
import { runEventSchema } from "#server/contracts/run-event.ts";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { ownCpuTimeMs, treeCpuTimeMs } from "../rig/cpu-time.ts";
import { startEchoServer } from "../rig/echo-server.ts";
import type { BenchProduct } from "../rig/product.ts";
import { sampleEvent } from "../rig/sample-events.ts";
import { openSocket } from "../rig/watched-run.ts";

const EVENTS = 10_000;
const PAGE = 1_000;
const MISSED = 500;
const RATIO_FLOOR = 0.3;
const ECHO_FACTOR = 3;
/** So often in one side of a pair: the account of other processes is exact to ten ms. */
const READS = 3;
const RESUMES = 5;

const answerSchema = z.object({ items: z.array(runEventSchema) });

export async function measureReplay(
  bench: BenchProduct,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const ticket = await bench.createTicket("Read again");
  await bench.release(ticket);
  const { id: runId } = await bench.waitForRun(ticket, ["ended"]);
  const lastSeq = await insertEvents(bench, runId);
  const read = (after: number): Promise<number> => readAll(bench, runId, after);
  if ((await read(0)) !== lastSeq) throw new Error(`expected ${lastSeq} events`);
  const echo = await startEchoServer(cleanup);
  const spentByProduct = () => treeCpuTimeMs(() => bench.product.processIds());
  const spent = async (work: () => Promise<unknown>): Promise<number> => {
    // Looking for the processes costs this one something too, which is nobody's work.
    const productBeforeMs = await spentByProduct();
    const ownBeforeMs = ownCpuTimeMs();
    for (let round = 0; round < READS; round += 1) await work();
    const ownMs = ownCpuTimeMs() - ownBeforeMs;
    const productMs = (await spentByProduct()) - productBeforeMs;
    return (READS * lastSeq) / ((ownMs + productMs) / 1_000);
  };
  const rates = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => spent(() => read(0)),
    reference: () => spent(() => selectRaw(bench.database.pool, runId)),
  });
  const resumes = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => repeat(() => resume(bench, runId, lastSeq)),
    async reference() {
      const echoMs = await repeat(() => connectAndEcho(echo.address));
      return ECHO_FACTOR * echoMs + (await repeat(() => timed(() => read(lastSeq - MISSED))));
    },
  });
  return [
    judgeRatio({
      row: "P-13",
      name: `${EVENTS} events → rows of the panel, of raw SELECT + JSON.stringify`,
      unit: "events/CPU s",
      limit: { kind: "atLeast", value: RATIO_FLOOR },
      samples: rates,
    }),
    judgeRatio({
      row: "P-13",
      name: `resume with ${MISSED} missed, of ${ECHO_FACTOR}× a bare connect + echo and their reading`,
      unit: "ms",
      limit: { kind: "atMost", value: 1 },
      samples: resumes,
    }),
  ];
}

/** Stored behind what the run has; returns its last position. */
async function insertEvents({ database }: BenchProduct, runId: string): Promise<number> {
  const { nextSeq } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const events = Array.from({ length: EVENTS }, (_, index) => sampleEvent(index));
  await database.prisma.runEvent.createMany({
    data: events.map(({ kind, parent, payload }, index) => ({
      runId,
      seq: nextSeq + index,
      at: new Date(),
      kind,
      parent,
      payload: payload as Record<string, string>,
      processNumber: 1,
      offset: 0,
    })),
  });
  const after = nextSeq + EVENTS;
  await database.prisma.run.update({ where: { id: runId }, data: { nextSeq: after } });
  return after - 1;
}

/** As the panel does: pages from a position, checked and folded. Returns the last position. */
async function readAll({ product }: BenchProduct, runId: string, after: number): Promise<number> {
  const window = new EventWindow(after);
  for (;;) {
    const query = `after=${window.last}&limit=${PAGE}`;
    const path = `/projects/bench/runs/${runId}/events?${query}`;
    const { items } = answerSchema.parse(await product.api("GET", path));
    if (window.append(items) === null) throw new Error("expected no gap");
    if (items.length < PAGE) break;
  }
  if (window.read().transcript.rows.length === 0) throw new Error("expected rows, found none");
  return window.last;
}

async function selectRaw(pool: pg.Pool, runId: string): Promise<string> {
  const { rows } = await pool.query(
    'SELECT "seq", "at", "kind", "parent", "payload" FROM "RunEvent" WHERE "runId" = $1 ORDER BY "seq"',
    [runId],
  );
  return JSON.stringify(rows);
}

/** From a new connection to the last missed event in the list, ms. */
function resume({ product }: BenchProduct, runId: string, lastSeq: number): Promise<number> {
  return timed(async () => {
    const window = new EventWindow(lastSeq - MISSED);
    const headers = { Authorization: `Bearer ${product.ownerToken}` };
    const socket = await openSocket(`${product.url}/live`, headers);
    await new Promise<void>((resolve) => {
      socket.on("run:events", (message: RunEventsMessage) => {
        window.append(message.events);
        if (window.last >= lastSeq) resolve();
      });
      socket.emit("run:join", { run: runId, after: window.last }, () => undefined);
    });
    window.read();
    socket.disconnect();
  });
}

function connectAndEcho(address: string): Promise<number> {
  return timed(async () => {
    const socket = await openSocket(address, {});
    await new Promise<void>((resolve) => {
      socket.once("echo", () => resolve());
      socket.emit("echo", { join: true });
    });
    socket.disconnect();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

/** The mean of several. */
async function repeat(work: () => Promise<number>): Promise<number> {
  let sumMs = 0;
  for (let at = 0; at < RESUMES; at += 1) sumMs += await work();
  return sumMs / RESUMES;
}
