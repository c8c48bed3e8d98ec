/** How much of a pause is left to chance, so that many failures do not come back at once. */
const JITTER = 0.2;

/**
 * Pause before the next try in ms: base × 2ⁿ for n earlier failures, at most `maxMs`, ± 20 % jitter.
 * `failures` counts the one that just happened; `random01` in [0, 1).
 */
export function backoffMs(
  failures: number,
  random01: number,
  limits: { baseMs: number; maxMs: number } = { baseMs: 60_000, maxMs: 1_800_000 },
): number {
  const exponent = Math.min(Math.max(failures, 1) - 1, 30);
  const pause = Math.min(limits.baseMs * 2 ** exponent, limits.maxMs);
  return Math.round(Math.min(pause * (1 - JITTER + 2 * JITTER * random01), limits.maxMs));
}

/** Tries in a row before a person is asked: the smaller of `failure.retries` + 1 and the trigger's limit. */
export function retryLimit(limits: { retries: number | null; maxConsecutiveRuns: number }): number {
  const { retries, maxConsecutiveRuns } = limits;
  return retries === null ? maxConsecutiveRuns : Math.min(retries + 1, maxConsecutiveRuns);
}
