import { sleep } from "#server/lib/abort.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { percentile } from "../measure/statistics.ts";

export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

/** Between two messages: 40 to 100 a second, at no fixed beat that a timer could fall in with. */
const SPACING_MS = { from: 10, to: 25 };
const ALL_WITHIN_MS = 20_000;

export interface Stopwatch {
  /** Message `number` was just seen by one reader. */
  seen(number: number): void;
  /** Sends `count` messages one by one and resolves when every reader has seen each. */
  measure(options: {
    count: number;
    readers: number;
    send(number: number): void;
  }): Promise<Latency>;
}

/** Times messages from just before they are sent to each reader's handler, in one process. */
export function createStopwatch(): Stopwatch {
  const sentMs = new Map<number, number>();
  let latencies: number[] = [];
  let next = 1;
  return {
    seen(number) {
      const sent = sentMs.get(number);
      if (sent !== undefined) latencies.push(performance.now() - sent);
    },
    async measure({ count, readers, send }) {
      // One that is not counted: everything on the way has run once.
      const first = next;
      next += count + 1;
      for (let number = first; number < next; number += 1) {
        if (number === first + 1) latencies = [];
        sentMs.set(number, performance.now());
        send(number);
        if (number === first) {
          await waitFor(() => latencies.length >= readers, { intervalMs: 1, what: "the first" });
        }
        await sleep(SPACING_MS.from + Math.random() * (SPACING_MS.to - SPACING_MS.from));
      }
      await waitFor(() => latencies.length >= count * readers, {
        timeoutMs: ALL_WITHIN_MS,
        what: `${count} messages at ${readers} readers`,
      });
      sentMs.clear();
      const found = latencies;
      latencies = [];
      if (found.length !== count * readers) {
        throw new Error(`expected ${count * readers} deliveries, found ${found.length}`);
      }
      return { p50Ms: percentile(found, 0.5), p99Ms: percentile(found, 0.99) };
    },
  };
}
