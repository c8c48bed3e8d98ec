/**
 * The wall clock at the very start of a millisecond, so that it is exact: the other processes of this
 * machine read it to the microsecond, `Date.now()` alone is up to a millisecond behind. Spins for at
 * most that long.
 */
export function startOfMillisecond(): number {
  const before = Date.now();
  for (;;) {
    const now = Date.now();
    if (now !== before) return now;
  }
}
