/**
 * P-04: from a line appended to a spool file to the handlers of Socket.IO clients in this process,
 * through the product as it is: worker (tailer, redaction, normaliser, insert), `/worker`, web,
 * `/live`. Against a bare Socket.IO server that sends the same bytes on to as many clients.
 */
import type { Socket } from "socket.io-client";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import { defaultTunables } from "#server/worker/context.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Pair } from "../measure/pairs.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { startEchoServer } from "../rig/echo-server.ts";
import { createStopwatch } from "../rig/latency.ts";
import type { Latency, Stopwatch } from "../rig/latency.ts";
import type { BenchProduct } from "../rig/product.ts";
import {
  assistantLine,
  eventsMessage,
  numbersIn,
  openSocket,
  openWatchedRun,
  withSockets,
} from "../rig/watched-run.ts";

const CLIENTS = [1, 10, 50];
const LINES = 100;
const ECHO_FACTOR = 6;
/** The longest a line may wait for others before its batch is stored. */
const FLUSH_MS = defaultTunables.batchMs;

interface Side {
  /** Opens the clients, measures, closes them. */
  measure(clients: number): Promise<Latency>;
}

export async function measureFanOut(
  bench: BenchProduct,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const ours = await openOurs(bench, cleanup);
  const echo = openEcho((await startEchoServer(cleanup)).address, ours.runId);
  const measures: Measure[] = [];
  for (const clients of CLIENTS) {
    const found = await measurePairs({
      pairs,
      warmUp: 1,
      ours: () => ours.measure(clients),
      reference: () => echo.measure(clients),
    });
    measures.push(...judge(clients, found));
  }
  return measures;
}

function judge(clients: number, found: Pair<Latency, Latency>[]): Measure[] {
  const who = `${clients} client${clients === 1 ? "" : "s"}`;
  const percentiles = [
    ["p50", "p50Ms"],
    ["p99", "p99Ms"],
  ] as const;
  return percentiles.flatMap(([name, key]) => {
    const base = { row: "P-04", unit: "ms" };
    return [
      judgeRatio({
        ...base,
        name: `line → client ${name}, ${who}, of ${FLUSH_MS} ms + ${ECHO_FACTOR}× echo`,
        limit: { kind: "atMost", value: 1 },
        samples: found.map(({ ours, reference }) => ({
          ours: ours[key],
          reference: FLUSH_MS + ECHO_FACTOR * reference[key],
        })),
      }),
      judgeRatio({
        ...base,
        name: `the same against the bare echo`,
        weight: "mark",
        limit: { kind: "atMost", value: ECHO_FACTOR },
        samples: found.map(({ ours, reference }) => ({
          ours: ours[key],
          reference: reference[key],
        })),
      }),
    ];
  });
}

async function openOurs(bench: BenchProduct, cleanup: Cleanup): Promise<Side & { runId: string }> {
  const run = await openWatchedRun(bench, cleanup, Math.max(...CLIENTS));
  const stopwatch = createStopwatch();
  return {
    runId: run.runId,
    measure: (clients) =>
      withSockets(
        clients,
        (index) => run.connect(index, (message) => note(stopwatch, message)),
        () =>
          stopwatch.measure({
            count: LINES,
            readers: clients,
            send: (number) => run.write(assistantLine(number)),
          }),
      ),
  };
}

function openEcho(address: string, runId: string): Side {
  const stopwatch = createStopwatch();
  const connect = async (): Promise<Socket> => {
    const socket = await openSocket(address, {});
    socket.on("echo", (message: RunEventsMessage) => note(stopwatch, message));
    return socket;
  };
  return {
    measure: (clients) =>
      withSockets(clients, connect, ([sender]) =>
        stopwatch.measure({
          count: LINES,
          readers: clients,
          send: (number) => void sender?.emit("echo", eventsMessage(runId, number)),
        }),
      ),
  };
}

function note(stopwatch: Stopwatch, message: RunEventsMessage): void {
  for (const number of numbersIn(message)) stopwatch.seen(number);
}
