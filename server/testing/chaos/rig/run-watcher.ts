/** A client in a run's room, as the panel is one, that notes every fault of what it hears. */
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import type { RunEndMessage, RunEventsMessage } from "#server/contracts/live.ts";
import type { Product } from "../../../../e2e/support/product.ts";
import { waitFor } from "../../wait-for.ts";

const WITHIN_MS = 120_000;

export interface RunWatcher {
  /** `seq` of the last event it took; 0: none. */
  last(): number;
  /** What came twice, and what was left out. */
  faults(): string[];
  /** Resolves when it has every event of the run. */
  untilEnd(): Promise<void>;
  /** Its connection stays open, and nothing is taken from it any more. */
  stopReading(): void;
  readAgain(): void;
  close(): void;
}

/** Resolves when it has joined. Like the panel it comes back by itself and names what it has. */
export async function watchRun(product: Product, run: string): Promise<RunWatcher> {
  const socket = io(`${product.url}/live`, {
    transports: ["websocket"],
    extraHeaders: { authorization: `Bearer ${product.ownerToken}` },
    forceNew: true,
  });
  const faults: string[] = [];
  let last = 0;
  let end: number | null = null;
  let joins = 0;
  socket.on("connect", () => {
    socket.emit("run:join", { run, after: last }, (answer: object) => {
      if ("error" in answer) faults.push(`run:join: ${JSON.stringify(answer)}`);
      joins += 1;
    });
  });
  socket.on("run:events", ({ events }: RunEventsMessage) => {
    for (const { seq } of events) {
      if (seq !== last + 1) faults.push(`expected event ${last + 1}, found ${seq}`);
      last = seq;
    }
  });
  socket.on("run:end", ({ lastSeq }: RunEndMessage) => {
    end = lastSeq;
    if (last !== lastSeq) faults.push(`was told the end, ${lastSeq}, after event ${last}`);
  });
  await waitFor(() => joins > 0, { timeoutMs: WITHIN_MS, what: "a client in the run's room" });
  return {
    last: () => last,
    faults: () => faults,
    async untilEnd() {
      await waitFor(() => end !== null && last >= end, {
        timeoutMs: WITHIN_MS,
        what: "the end of the run at a client",
      });
    },
    stopReading: () => wireOf(socket).pause(),
    readAgain: () => wireOf(socket).resume(),
    close: () => void socket.disconnect(),
  };
}

function wireOf(socket: Socket): { pause(): void; resume(): void } {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { _socket: { pause(): void; resume(): void } } };
  };
  return transport.ws._socket;
}
