import { pingRedis } from "#server/lib/redis-ping.ts";
import type { RedisState } from "#server/lib/redis-ping.ts";

/** How the Redis server of this installation does, asked now. */
export async function readRedisState(): Promise<RedisState> {
  return pingRedis(process.env["REDIS_URL"], process.env["SIGNALBOX_REDIS_PREFIX"] || "signalbox:");
}
