import type { Redis } from "ioredis";
import { createRedis } from "./redis.ts";

/** A connection per process and server, whatever bundle asks. */
const registry = globalThis as { __signalboxPings?: Map<string, Redis> };

/** `away`: no answer. `refuses`: it answers and takes no writes (full, read only, wrong password). */
export type RedisState = "ok" | "away" | "refuses" | "off";

/** Whether the Redis server takes a write, which is what a start needs; `off` where none is configured. */
export async function pingRedis(url: string | undefined, prefix: string): Promise<RedisState> {
  if (!url) return "off";
  registry.__signalboxPings ??= new Map();
  const redis = registry.__signalboxPings.get(url) ?? createRedis(url, () => undefined);
  registry.__signalboxPings.set(url, redis);
  try {
    await redis.set(`${prefix}asked`, "1", "PX", 60_000);
    return "ok";
  } catch (error) {
    return error instanceof Error && error.name === "ReplyError" ? "refuses" : "away";
  }
}

/** For programs that ask once and leave. */
export function closePings(): void {
  for (const redis of registry.__signalboxPings?.values() ?? []) redis.disconnect();
  registry.__signalboxPings?.clear();
}
