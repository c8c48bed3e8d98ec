export type WaitForOptions = {
  /** Gives up after this long (default 10 s). */
  timeoutMs?: number;
  /** Pause between two looks (default 20 ms). */
  intervalMs?: number;
  /** Named in the error, so that a failing test says what never happened. */
  what?: string;
};

/**
 * Resolves with the first truthy value `look` returns. A look that throws counts as "not yet";
 * its error is the cause when time runs out. Tests wait for conditions with this, never for time.
 */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  options: WaitForOptions = {},
): Promise<NonNullable<Awaited<T>>> {
  const { timeoutMs = 10_000, intervalMs = 20, what = "condition" } = options;
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      last = await look();
      if (last) return last as NonNullable<Awaited<T>>;
    } catch (error) {
      last = error;
    }
    if (performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  const found = last instanceof Error ? last.message : String(last);
  throw new Error(`waitFor: ${what} not met within ${timeoutMs} ms; last result: ${found}`, {
    cause: last,
  });
}
