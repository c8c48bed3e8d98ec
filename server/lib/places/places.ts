/**
 * The places for running agents that several installations share through Redis (rule 9). A place is a
 * lease with a fencing token: taken between the claim and the spawn, renewed by whoever looks after the
 * run, released when it ended.
 */
import type { Redis } from "ioredis";
import { z } from "zod";
import { runScript } from "../redis.ts";
import { placesScript } from "./script.ts";

/** Why no place is given now; `settling`: Redis lost what it knew, and holders tell again what they hold. */
export type Refusal =
  { kind: "full" } | { kind: "away"; reason: string } | { kind: "settling"; forMs: number };

export type Room = { kind: "free"; free: number } | Refusal;

/** A lease in the name of this installation. */
export interface Lease {
  runId: string;
  token: string;
}

export interface Places {
  /** How many places are free; asked before runs are claimed, so that none is claimed in vain. */
  room(): Promise<Room>;
  /** Takes the run's place; null: it has one. Taking twice gives a newer token. */
  take(runId: string): Promise<Refusal | null>;
  /** Its agent was started by a worker that is gone: it holds a place, whether Redis knows it or not. */
  adopt(runId: string): Promise<void>;
  /**
   * Renews the leases of those of these runs that have a place: a lost one comes back, also above the
   * limit. Answers the leases of this installation that were not renewed, or null when Redis could not
   * be asked.
   */
  keep(runIds: readonly string[]): Promise<Lease[] | null>;
  /** Gives the run's place back, once; a holder with a newer token is left alone. */
  release(runId: string): Promise<void>;
  /** Gives back leases that nobody looks after, if they still have these tokens. */
  drop(leases: readonly Lease[]): Promise<void>;
}

export interface PlacesOptions {
  redis: Redis;
  /** Before the names of the keys. */
  prefix: string;
  /** Id of this installation. */
  installation: string;
  /** All places together. */
  limit: number;
  /** A lease that is not renewed for so long is given away. */
  leaseMs: number;
  /** After a loss of Redis' data no place is given for so long: longer than two beats. */
  settleMs: number;
}

const roomSchema = z.tuple([z.number(), z.number()]);
const takenSchema = z.tuple([z.string(), z.number()]);
const keptSchema = z.tuple([z.array(z.string()), z.array(z.string())]);

const NO_TOKEN = "0";

export function createPlaces(options: PlacesOptions): Places {
  const { redis, limit } = options;
  /** Tokens of the runs that have a place, by run; NO_TOKEN: it has one, and Redis was not told yet. */
  const tokens = new Map<string, string>();
  // One slot of a Redis cluster.
  const keys = ["held", "tokens", "state"].map((key) => `${options.prefix}{places}:${key}`);
  const own = `${options.installation}/`;
  const run = (operation: string, ...args: (string | number)[]): Promise<unknown> =>
    runScript(redis, placesScript, keys, [operation, options.leaseMs, options.settleMs, ...args]);
  const away = (error: unknown): Refusal => ({
    kind: "away",
    reason: error instanceof Error ? error.message : String(error),
  });

  const keep = async (runIds: readonly string[]): Promise<Lease[] | null> => {
    const holders = runIds.filter((runId) => tokens.has(runId));
    const named = holders.flatMap((runId) => [own + runId, tokens.get(runId) ?? NO_TOKEN]);
    try {
      const [kept, others] = keptSchema.parse(await run("keep", own, ...named));
      holders.forEach((runId, index) => {
        const token = kept[index];
        // Released meanwhile.
        if (token === undefined || !tokens.has(runId)) return;
        if (token === NO_TOKEN) tokens.delete(runId);
        else tokens.set(runId, token);
      });
      return toLeases(others, own);
    } catch {
      return null;
    }
  };

  return {
    async room() {
      try {
        const [free, forMs] = roomSchema.parse(await run("free", limit));
        if (forMs > 0) return { kind: "settling", forMs };
        return free === 0 ? { kind: "full" } : { kind: "free", free };
      } catch (error) {
        return away(error);
      }
    },
    async take(runId) {
      try {
        const [token, detail] = takenSchema.parse(await run("take", limit, own + runId));
        if (token === NO_TOKEN) return { kind: "settling", forMs: detail };
        if (token === "-1") return { kind: "full" };
        tokens.set(runId, token);
        return null;
      } catch (error) {
        return away(error);
      }
    },
    async adopt(runId) {
      tokens.set(runId, tokens.get(runId) ?? NO_TOKEN);
      await keep([runId]);
    },
    keep,
    async release(runId) {
      const token = tokens.get(runId);
      tokens.delete(runId);
      if (token === undefined || token === NO_TOKEN) return;
      // While Redis is away the lease stays; the next beat finds it unnamed, or it runs out.
      await run("release", own + runId, token).catch(() => undefined);
    },
    async drop(leases) {
      if (leases.length === 0) return;
      const named = leases.flatMap(({ runId, token }) => [own + runId, token]);
      await run("release", ...named).catch(() => undefined);
    },
  };
}

function toLeases(flat: string[], own: string): Lease[] {
  const leases: Lease[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    leases.push({
      runId: (flat[index] ?? "").slice(own.length),
      token: flat[index + 1] ?? NO_TOKEN,
    });
  }
  return leases;
}
