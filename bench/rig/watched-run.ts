import { closeSync, openSync, writeSync } from "node:fs";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import { createToken } from "#server/testing/open-gateway.ts";
import type { Cleanup } from "./cleanup.ts";
import type { BenchProduct } from "./product.ts";

/** The product lets a credential hold this many sockets at most (S-11), with room to spare. */
const CLIENTS_PER_TOKEN = 25;
const SENTENCE =
  "The signal box lets many trains move and never two into the same block of track. ";

/** A run that holds its turn, so that the benchmark writes its output, and clients that watch it. */
export interface WatchedRun {
  runId: string;
  /** Appends one line, as the CLI would, to the run's spool. */
  write(line: string): void;
  /** A client of `/live` in the run's room that hears what is written from now on. */
  connect(index: number, hear: (message: RunEventsMessage) => void): Promise<Socket>;
}

export async function openWatchedRun(
  bench: BenchProduct,
  cleanup: Cleanup,
  clients: number,
): Promise<WatchedRun> {
  const ticket = await bench.createTicket("hold-the-turn while lines are measured");
  await bench.release(ticket);
  const { id: runId } = await bench.waitForRun(ticket, ["running"]);
  cleanup.add(() => bench.stopRun(runId));
  const spool = openSync(bench.spoolPath(runId), "a");
  cleanup.add(() => closeSync(spool));
  const owner = await bench.database.prisma.user.findFirstOrThrow({ where: { role: "owner" } });
  const tokens: string[] = [];
  for (let free = 0; free < clients; free += CLIENTS_PER_TOKEN) {
    tokens.push(await createToken(bench.database, "personal", { userId: owner.id }));
  }
  return {
    runId,
    write: (line) => void writeSync(spool, `${line}\n`),
    async connect(index, hear) {
      const token = tokens[Math.floor(index / CLIENTS_PER_TOKEN)];
      const headers = { Authorization: `Bearer ${token}` };
      const socket = await openSocket(`${bench.product.url}/live`, headers);
      socket.on("run:events", hear);
      const after = Number.MAX_SAFE_INTEGER;
      const answer = (await socket.emitWithAck("run:join", { run: runId, after })) as object;
      if ("error" in answer) throw new Error(`run:join: ${JSON.stringify(answer)}`);
      return socket;
    },
  };
}

/** A client that has connected; it does not come back by itself. */
export function openSocket(address: string, headers: Record<string, string>): Promise<Socket> {
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

/** Opens so many clients for the work and closes them. */
export async function withSockets<T>(
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

/** The numbers of the lines that a message brings. */
export function numbersIn(message: RunEventsMessage): number[] {
  return message.events.flatMap(({ payload }) => {
    const text = payload["text"];
    const found = typeof text === "string" ? /^#(\d+) /.exec(text) : null;
    return found ? [Number(found[1])] : [];
  });
}

/** About 350 bytes unless it says more. */
function textOf(number: number, sentences = 4): string {
  return `#${number} ${SENTENCE.repeat(sentences)}`;
}

/** A line as the CLI writes it. */
export function assistantLine(number: number, sentences?: number): string {
  return JSON.stringify({
    type: "assistant",
    message: {
      id: `msg_bench_${number}`,
      type: "message",
      role: "assistant",
      model: "benchmark",
      content: [{ type: "text", text: textOf(number, sentences) }],
      stop_reason: null,
    },
    parent_tool_use_id: null,
    session_id: "bench",
  });
}

/** What the product makes of that line for its clients. */
export function eventsMessage(runId: string, number: number): RunEventsMessage {
  const payload = { text: textOf(number), messageId: `msg_bench_${number}` };
  const at = new Date().toISOString();
  const event = { seq: number, at, kind: "assistant_text" as const, parent: null, payload };
  return { run: runId, first: number, events: [event] };
}
