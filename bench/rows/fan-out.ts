/**
 * P-04: from a line appended to a spool file to the handlers of Socket.IO clients in this process,
 * through the product as it is: worker (tailer, redaction, normaliser, insert), `/worker`, web,
 * `/live`. Against a bare Socket.IO server that sends the same bytes on to as many clients.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import { createToken } from "#server/testing/open-gateway.ts";
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

const CLIENTS = [1, 10, 50];
const LINES = 100;
/** The product lets a credential hold this many sockets at most (S-11), with room to spare. */
const CLIENTS_PER_TOKEN = 25;
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
  const echo = openEcho(await startEchoServer(cleanup), ours.runId);
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
  await bench.stopRun(ours.runId);
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
  const ticket = await bench.createTicket("hold-the-turn while lines are measured");
  await bench.release(ticket);
  const { id: runId } = await bench.waitForRun(ticket, ["running"]);
  const spool = openSync(bench.spoolPath(runId), "a");
  cleanup.add(() => closeSync(spool));
  const owner = await bench.database.prisma.user.findFirstOrThrow({ where: { role: "owner" } });
  const tokens: string[] = [];
  for (let free = 0; free < Math.max(...CLIENTS); free += CLIENTS_PER_TOKEN) {
    tokens.push(await createToken(bench.database, "personal", { userId: owner.id }));
  }
  const stopwatch = createStopwatch();

  const connect = async (index: number): Promise<Socket> => {
    const token = tokens[Math.floor(index / CLIENTS_PER_TOKEN)];
    const socket = await open(`${bench.product.url}/live`, { Authorization: `Bearer ${token}` });
    socket.on("run:events", (message: RunEventsMessage) => {
      for (const { payload } of message.events) noteText(stopwatch, payload["text"]);
    });
    const after = Number.MAX_SAFE_INTEGER;
    const answer = (await socket.emitWithAck("run:join", { run: runId, after })) as object;
    if ("error" in answer) throw new Error(`run:join: ${JSON.stringify(answer)}`);
    return socket;
  };
  return {
    runId,
    measure: (clients) =>
      withSockets(clients, connect, () =>
        stopwatch.measure({
          count: LINES,
          readers: clients,
          send: (number) => writeSync(spool, `${assistantLine(number)}\n`),
        }),
      ),
  };
}

function openEcho(address: string, runId: string): Side {
  const stopwatch = createStopwatch();
  const connect = async (): Promise<Socket> => {
    const socket = await open(address, {});
    socket.on("echo", (message: RunEventsMessage) => {
      for (const { payload } of message.events) noteText(stopwatch, payload["text"]);
    });
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

async function withSockets<T>(
  count: number,
  connect: (index: number) => Promise<Socket>,
  work: (sockets: Socket[]) => Promise<T>,
): Promise<T> {
  const sockets: Socket[] = [];
  try {
    for (let index = 0; index < count; index += 1) sockets.push(await connect(index));
    return await work(sockets);
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

function open(address: string, headers: Record<string, string>): Promise<Socket> {
  const socket = io(address, {
    transports: ["websocket"],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
  });
}

const SENTENCE =
  "The signal box lets many trains move and never two into the same block of track. ";

function textOf(number: number): string {
  return `#${number} ${SENTENCE.repeat(4)}`;
}

function noteText(stopwatch: Stopwatch, text: unknown): void {
  const found = typeof text === "string" ? /^#(\d+) /.exec(text) : null;
  if (found) stopwatch.seen(Number(found[1]));
}

/** A line as the CLI writes it. */
function assistantLine(number: number): string {
  return JSON.stringify({
    type: "assistant",
    message: {
      id: `msg_bench_${number}`,
      type: "message",
      role: "assistant",
      model: "benchmark",
      content: [{ type: "text", text: textOf(number) }],
      stop_reason: null,
    },
    parent_tool_use_id: null,
    session_id: "bench",
  });
}

/** What the product makes of that line for its clients. */
function eventsMessage(runId: string, number: number): RunEventsMessage {
  const payload = { text: textOf(number), messageId: `msg_bench_${number}` };
  const at = new Date().toISOString();
  const event = { seq: number, at, kind: "assistant_text" as const, parent: null, payload };
  return { run: runId, first: number, events: [event] };
}
