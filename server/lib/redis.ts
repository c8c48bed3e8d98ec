import { Redis } from "ioredis";

/**
 * A connection to the Redis server at `url`. Redis only ever helps (feed, fan-out, slot leases):
 * commands fail fast while it is away instead of queueing up in memory, and it reconnects by itself.
 */
export function createRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on("error", onError);
  return redis;
}
