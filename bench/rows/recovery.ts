/**
 * P-15: a worker and a web process are killed with -9 and started again by the box, while a run writes
 * a line every 50 ms and a client watches it. From the moment the new process does its work (the
 * worker's row is there; web answers) to the first line written since the kill in the client's handler.
 */
import { io } from "socket.io-client";
import { reconnection } from "#app/_lib/socket.ts";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import type { BenchProduct } from "../rig/product.ts";
import { assistantLine, numbersIn, openWatchedRun } from "../rig/watched-run.ts";

const LINE_EVERY_MS = 50;
const WORKER_FLOOR_MS = 1_000;
const WEB_FLOOR_MS = 2_000;
/** The box waits longer after each death in a row. */
const WITHIN_MS = 60_000;
const MAX_KILLS = 5;

export async function measureRecovery(
  bench: BenchProduct,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const run = await openWatchedRun(bench, cleanup, 1);
  let written = 0;
  let newest = 0;
  let onNews: (number: number) => void = () => undefined;
  const timer = setInterval(() => {
    written += 1;
    run.write(assistantLine(written));
  }, LINE_EVERY_MS);
  cleanup.add(() => clearInterval(timer));
  const socket = openPanel(bench, run.runId, (number) => {
    if (number <= newest) return;
    newest = number;
    onNews(number);
  });
  cleanup.add(() => void socket.disconnect());
  await waitFor(() => newest > 0, { what: "the first line" });

  /** From when the new process works to the first line that was written after the kill, ms. */
  const kill = async (name: "web" | "worker", works: () => Promise<unknown>): Promise<number> => {
    const pid = await bench.product.childPid(name);
    const before = written;
    let seenMs = 0;
    onNews = (number) => {
      if (seenMs === 0 && number > before + 1) seenMs = performance.now();
    };
    process.kill(pid, "SIGKILL");
    const what = `${name} again`;
    await waitFor(works, { timeoutMs: WITHIN_MS, intervalMs: 10, what });
    const worksMs = performance.now();
    await waitFor(() => seenMs > 0, { timeoutMs: WITHIN_MS, intervalMs: 5, what: "a new line" });
    return Math.max(0, seenMs - worksMs);
  };

  const workerMs: number[] = [];
  const webMs: number[] = [];
  for (let round = 0; round < Math.min(pairs, MAX_KILLS); round += 1) {
    const known = (await bench.database.prisma.worker.findMany()).map(({ id }) => id);
    workerMs.push(
      await kill("worker", () =>
        bench.database.prisma.worker.findFirst({ where: { id: { notIn: known } } }),
      ),
    );
    webMs.push(await kill("web", () => answers(bench.product.url)));
  }
  const base = { row: "P-15", unit: "ms" };
  const judge = (name: string, found: number[], floorMs: number): Measure =>
    judgeRatio({
      ...base,
      name,
      limit: { kind: "atMost", value: 1 },
      samples: found.map((ours) => ({ ours, reference: floorMs })),
    });
  return [
    judge("worker killed and back → panel streams again, of 1 s", workerMs, WORKER_FLOOR_MS),
    judge("web killed and back → panel streams again, of 2 s", webMs, WEB_FLOOR_MS),
  ];
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/version`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Comes back as a browser's connection does, and says what it has. */
function openPanel(bench: BenchProduct, run: string, hear: (number: number) => void) {
  let last = Number.MAX_SAFE_INTEGER;
  const socket = io(`${bench.product.url}/live`, {
    transports: ["websocket"],
    extraHeaders: { Authorization: `Bearer ${bench.product.ownerToken}` },
    ...reconnection,
    forceNew: true,
  });
  socket.on("connect", () => socket.emit("run:join", { run, after: last }, () => undefined));
  socket.on("run:events", (message: RunEventsMessage) => {
    last = message.first + message.events.length - 1;
    for (const number of numbersIn(message)) hear(number);
  });
  return socket;
}
