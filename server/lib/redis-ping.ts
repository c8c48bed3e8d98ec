import type { Redis } from "ioredis";
import { withTimeout } from "./abort.ts";
import { createRedis } from "./redis.ts";

const ANSWER_WITHIN_MS = 1_000;

// One connection per process, whatever bundle asks.
const registry = globalThis as { __signalboxPing?: Redis };

/** Whether the Redis server answers; `off` where none is configured. */
export async function pingRedis(url: string | undefined): Promise<"ok" | "down" | "off"> {
  if (!url) return "off";
  registry.__signalboxPing ??= createRedis(url, () => undefined);
  try {
    await withTimeout(registry.__signalboxPing.ping(), ANSWER_WITHIN_MS, "redis");
    return "ok";
  } catch {
    return "down";
  }
}
