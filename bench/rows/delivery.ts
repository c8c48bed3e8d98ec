/**
 * P-05: CPU time of `web` for each event that reaches a client, from `/worker` to the clients of
 * `/live`, against a bare Socket.IO server that broadcasts the same bytes as often to as many.
 * P-14: how late the others hear of a line while one client in the room does not read at all, against
 * the same room in which it reads; both after the same flood, which fills the connection of the first.
 */
import type { Socket } from "socket.io-client";
import { sleep } from "#server/lib/abort.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { processCpuTimeMs } from "../rig/cpu-time.ts";
import { startEchoServer } from "../rig/echo-server.ts";
import { createStopwatch } from "../rig/latency.ts";
import type { BenchProduct } from "../rig/product.ts";
import {
  assistantLine,
  eventsMessage,
  numbersIn,
  openSocket,
  openWatchedRun,
  withSockets,
} from "../rig/watched-run.ts";
import type { WatchedRun } from "../rig/watched-run.ts";

const CLIENTS = 50;
const LINES = 400;
/** Between two lines: each is a message of its own, on both sides. */
const SPACING_MS = 8;
const CPU_FLOOR = 2.5;

const OTHERS = 10;
/** Many, so that the worst percent is not a single line. */
const SLOW_LINES = 300;
const SLOW_FLOOR = 1.3;
/** More than the buffers of the operating system hold for one connection. */
const FLOOD = { lines: 100, sentences: 2_000 };
const WITHIN_MS = 60_000;

export async function measureDelivery(
  bench: BenchProduct,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const run = await openWatchedRun(bench, cleanup, CLIENTS);
  const echo = await startEchoServer(cleanup);
  const webPid = await bench.product.childPid("web");
  let next = 1;
  const take = (count: number): number => {
    next += count;
    return next - count;
  };
  const found = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () =>
      deliver({
        first: take(LINES),
        pid: webPid,
        connect: (index, hear) => run.connect(index, (message) => hear(numbersIn(message).length)),
        send: (number) => run.write(assistantLine(number)),
      }),
    reference: () => {
      const senders: Socket[] = [];
      return deliver({
        first: take(LINES),
        pid: echo.pid,
        async connect(_index, hear) {
          const socket = await openSocket(echo.address, {});
          socket.on("echo", () => hear(1));
          senders.push(socket);
          return socket;
        },
        send: (number) => void senders[0]?.emit("echo", eventsMessage(run.runId, number)),
      });
    },
  });
  const slow = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => afterFlood(run, take, { isReading: false }, () => p99OfOthers(run)),
    reference: () => afterFlood(run, take, { isReading: true }, () => p99OfOthers(run)),
  });
  return [
    judgeRatio({
      row: "P-05",
      name: `CPU of web per delivered event, ${CLIENTS} clients, of a bare broadcast`,
      unit: "µs",
      limit: { kind: "atMost", value: CPU_FLOOR },
      samples: found,
    }),
    judgeRatio({
      row: "P-14",
      name: `line → client p99, ${OTHERS} clients beside one that never reads`,
      unit: "ms",
      limit: { kind: "atMost", value: SLOW_FLOOR },
      samples: slow,
    }),
  ];
}

/** CPU time of the server for each event at each client, in µs. */
async function deliver(side: {
  first: number;
  pid: number;
  connect(index: number, hear: (events: number) => void): Promise<Socket>;
  send(number: number): void;
}): Promise<number> {
  let heard = 0;
  const connect = (index: number) => side.connect(index, (events) => (heard += events));
  return withSockets(CLIENTS, connect, async () => {
    heard = 0;
    const beforeMs = processCpuTimeMs(side.pid);
    for (let line = 0; line < LINES; line += 1) {
      side.send(side.first + line);
      await sleep(SPACING_MS);
    }
    const all = LINES * CLIENTS;
    await waitFor(() => heard >= all, { timeoutMs: WITHIN_MS, what: `${all} deliveries` });
    return ((processCpuTimeMs(side.pid) - beforeMs) * 1_000) / all;
  });
}

const stopwatch = createStopwatch();

function p99OfOthers(run: WatchedRun): Promise<number> {
  const connect = (index: number) =>
    run.connect(index, (message) => {
      for (const number of numbersIn(message)) stopwatch.seen(number);
    });
  return withSockets(OTHERS, connect, async () => {
    const send = (number: number) => run.write(assistantLine(number));
    return (await stopwatch.measure({ count: SLOW_LINES, readers: OTHERS, send })).p99Ms;
  });
}

/**
 * Beside a client whose connection is full because it stopped reading, or beside one that took the same
 * flood.
 */
async function afterFlood<T>(
  run: WatchedRun,
  take: (count: number) => number,
  { isReading }: { isReading: boolean },
  work: () => Promise<T>,
): Promise<T> {
  let heard = 0;
  const beside = await run.connect(0, () => undefined);
  const reader = await run.connect(0, (message) => (heard += numbersIn(message).length));
  try {
    if (!isReading) stopReading(beside);
    const first = take(FLOOD.lines);
    for (let line = 0; line < FLOOD.lines; line += 1) {
      run.write(assistantLine(first + line, FLOOD.sentences));
    }
    await waitFor(() => heard >= FLOOD.lines, { timeoutMs: WITHIN_MS, what: "the flood" });
    reader.disconnect();
    return await work();
  } finally {
    reader.disconnect();
    beside.disconnect();
  }
}

/** The connection stays open, and nothing is taken from it any more. */
function stopReading(socket: Socket): void {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { _socket: { pause(): void } } };
  };
  transport.ws._socket.pause();
}
