/**
 * P-18: resident memory of the worker while it looks after 20 live runs, against the same worker with
 * one; and of `web` with 50 sockets in a run's room, against a bare Socket.IO server with 50. What the
 * 50 sockets alone add is printed beside it: `web` holds Next and the whole board, too.
 */
import { readFile } from "node:fs/promises";
import type { Socket } from "socket.io-client";
import { sleep } from "#server/lib/abort.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure, Sample } from "../measure/measure.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { createCleanup } from "../rig/cleanup.ts";
import { startEchoServer } from "../rig/echo-server.ts";
import { startBenchProduct } from "../rig/product.ts";
import { assistantLine, openSocket, openWatchedRun, withSockets } from "../rig/watched-run.ts";
import type { WatchedRun } from "../rig/watched-run.ts";

const RUNS = 20;
const SOCKETS = 50;
const RUNS_FLOOR = 1.5;
const SOCKETS_FLOOR = 1.3;
/** A product of its own each. */
const MAX_PAIRS = 3;
const LINES = 200;
/** Samples of a process's memory, of which the smallest counts: rubbish is not collected at once. */
const LOOKS = 10;
const LOOK_EVERY_MS = 500;

interface Found {
  worker: Sample;
  web: Sample;
  sockets: Sample;
}

export async function measureMemory(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const found: Found[] = [];
  for (let pair = 0; pair < Math.min(pairs, MAX_PAIRS); pair += 1) {
    const own = createCleanup();
    cleanup.add(() => own.run());
    found.push(await measureOnce(own));
    await own.run();
  }
  const base = { row: "P-18", unit: "MB" };
  return [
    judgeRatio({
      ...base,
      name: `worker with ${RUNS} live runs, of one`,
      limit: { kind: "atMost", value: RUNS_FLOOR },
      samples: found.map(({ worker }) => worker),
    }),
    judgeRatio({
      ...base,
      name: `web with ${SOCKETS} sockets, of a bare Socket.IO server`,
      limit: { kind: "atMost", value: SOCKETS_FLOOR },
      samples: found.map(({ web }) => web),
    }),
    judgeRatio({
      ...base,
      name: `what ${SOCKETS} sockets add to web, of the whole bare server`,
      weight: "mark",
      limit: { kind: "atMost", value: SOCKETS_FLOOR },
      samples: found.map(({ sockets }) => sockets),
    }),
  ];
}

async function measureOnce(cleanup: Cleanup): Promise<Found> {
  const bench = await startBenchProduct(cleanup, {
    places: RUNS + 2,
    concurrencyGroup: "ticket-{ticketId}",
  });
  const worker = await bench.product.childPid("worker");
  const webPid = await bench.product.childPid("web");
  const first = await openWatchedRun(bench, cleanup, SOCKETS);
  await writeLines([first]);
  const one = await residentMb(worker);

  const echo = await startEchoServer(cleanup);
  const before = await residentMb(webPid);
  const ours = await withSockets(
    SOCKETS,
    (index) => first.connect(index, () => undefined),
    async () => {
      await writeLines([first]);
      return residentMb(webPid);
    },
  );
  const bare = await withSockets(
    SOCKETS,
    () => openSocket(echo.address, {}),
    async (sockets: Socket[]) => {
      for (let line = 0; line < LINES; line += 1) {
        sockets[0]?.emit("echo", assistantLine(line));
        await sleep(1);
      }
      return residentMb(echo.pid);
    },
  );

  const runs = [first];
  while (runs.length < RUNS) runs.push(await openWatchedRun(bench, cleanup, 1));
  await writeLines(runs);
  const many = await residentMb(worker);
  return {
    worker: { ours: many, reference: one },
    web: { ours, reference: bare },
    sockets: { ours: Math.max(0, ours - before), reference: bare },
  };
}

async function writeLines(runs: WatchedRun[]): Promise<void> {
  for (let line = 0; line < LINES; line += 1) {
    for (const run of runs) run.write(assistantLine(line));
    await sleep(5);
  }
}

async function residentMb(pid: number): Promise<number> {
  let smallestKb = Infinity;
  for (let look = 0; look < LOOKS; look += 1) {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    smallestKb = Math.min(smallestKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Infinity));
    await sleep(LOOK_EVERY_MS);
  }
  return smallestKb / 1024;
}
