import { createHash } from "node:crypto";
import { Redis } from "ioredis";

/** A server that does not answer within this is away. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * A connection to the Redis server at `url`. Redis only ever helps (feed, fan-out, slot leases):
 * commands fail fast while it is away instead of queueing up in memory, one that hangs is given up, and
 * it reconnects by itself. What `onError` hears never holds the address or its password.
 */
export function createRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    connectTimeout: 2_000,
    commandTimeout: ANSWER_WITHIN_MS,
    socketTimeout: 3 * ANSWER_WITHIN_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  // An error of the client carries its command, which at a login is the password (S-24).
  redis.on("error", ({ message }: Error) => onError(new Error(message)));
  return redis;
}

/** A Lua script of ours: a constant text, whose values travel as arguments only (S-24). */
export interface RedisScript {
  lua: string;
  sha: string;
}

export function defineScript(lua: string): RedisScript {
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}

/** Runs a script; a server that does not know it yet is given its text. */
export async function runScript(
  redis: Redis,
  script: RedisScript,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  // Between two tries to connect nothing is asked: a tick must not wait for it.
  if (!["ready", "connect", "connecting", "wait"].includes(redis.status)) {
    throw new Error("Redis is away");
  }
  try {
    return await redis.evalsha(script.sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return redis.eval(script.lua, keys.length, ...keys, ...args);
  }
}
