/** The `share` of `values` (0 to 1) that is not above the result, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  const found = sorted[rank - 1];
  if (found === undefined) throw new Error("percentile: expected at least one value, found none");
  return found;
}

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) {
    throw new Error("median: expected at least one value, found none");
  }
  return (lower + upper) / 2;
}

/** Smallest and largest value. */
export function rangeOf(values: readonly number[]): { low: number; high: number } {
  if (values.length === 0) throw new Error("rangeOf: expected at least one value, found none");
  return { low: Math.min(...values), high: Math.max(...values) };
}
