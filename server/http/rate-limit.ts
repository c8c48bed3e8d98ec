/** A token bucket per key (S-11). Time comes in as monotonic milliseconds. */
export type RateLimit = { perSecond: number; burst: number };

/** More keys than this are forgotten, the fullest buckets first: a forgotten key starts full. */
const maxKeys = 10_000;

export type RateLimiter = {
  /** 0 when the request may go on, else the seconds after which it may be tried again (at least 1). */
  take(key: string, nowMs: number): number;
  /** The same answer without taking: for a look before costlier checks. */
  look(key: string, nowMs: number): number;
};

export function createRateLimiter(limit: RateLimit): RateLimiter {
  const buckets = new Map<string, { left: number; atMs: number }>();

  const forget = (nowMs: number) => {
    for (const [key, bucket] of buckets) {
      const left = bucket.left + ((nowMs - bucket.atMs) / 1000) * limit.perSecond;
      if (left >= limit.burst) buckets.delete(key);
    }
    // Under an attack with ever new keys the oldest go.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxKeys / 2) break;
      buckets.delete(key);
    }
  };

  const read = (key: string, nowMs: number) => {
    const known = buckets.get(key) ?? { left: limit.burst, atMs: nowMs };
    const elapsedMs = Math.max(0, nowMs - known.atMs);
    const left = Math.min(limit.burst, known.left + (elapsedMs / 1000) * limit.perSecond);
    const waitSeconds = left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / limit.perSecond));
    return { left, waitSeconds };
  };

  return {
    take(key, nowMs) {
      const { left, waitSeconds } = read(key, nowMs);
      if (!buckets.has(key) && buckets.size >= maxKeys) forget(nowMs);
      buckets.set(key, { left: waitSeconds === 0 ? left - 1 : left, atMs: nowMs });
      return waitSeconds;
    },
    look: (key, nowMs) => read(key, nowMs).waitSeconds,
  };
}
