import http from "node:http";
import { sleep } from "../lib/abort.ts";

export type Health = { isHealthy: boolean; detail: string };

/** One look at `/api/health`; a server that does not answer is simply not healthy yet. */
export function readHealth(address: string): Promise<Health> {
  return new Promise((resolve) => {
    const request = http.get(`${address}/api/health`, { timeout: 2_000 }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text.slice(0, 2_000)));
      response.on("end", () => resolve({ isHealthy: response.statusCode === 200, detail: body }));
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 2 s")));
    request.on("error", (error) => resolve({ isHealthy: false, detail: error.message }));
  });
}

/** Looks until the answer is 200, time runs out or `signal` aborts; returns the last answer. */
export async function waitForHealth(
  address: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<Health> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const health = await readHealth(address);
    if (health.isHealthy || signal.aborted || performance.now() >= deadline) return health;
    await sleep(50, signal);
  }
}
