import type { Database } from "#server/store/client.ts";
import { programVersion } from "#server/lib/program-version.ts";
import { withTimeout } from "#server/lib/abort.ts";
import { readEngine } from "./engine.ts";
import { readRedisState } from "./redis-state.ts";

export interface Health {
  status: "ok" | "degraded";
  version: string;
  db: "ok" | "down";
  worker: "ok" | "down";
  redis: "ok" | "down" | "off";
  /** Names of what does not answer. */
  missing: string[];
}

const ANSWER_WITHIN_MS = 3_000;

/** Healthy only when the database answers and a worker has a fresh heartbeat; Redis only ever helps. */
export async function readHealth(database: Database): Promise<Health> {
  const [engine, redis] = await Promise.all([
    withTimeout(readEngine(database), ANSWER_WITHIN_MS, "database").catch(() => null),
    readRedisState(),
  ]);
  const db = engine === null ? "down" : "ok";
  const worker = engine?.isAlive ? "ok" : "down";
  const missing = [...(db === "ok" ? [] : ["db"]), ...(worker === "ok" ? [] : ["worker"])];
  return {
    status: missing.length === 0 ? "ok" : "degraded",
    version: programVersion(),
    db,
    worker,
    redis: redis === "ok" || redis === "off" ? redis : "down",
    missing,
  };
}
