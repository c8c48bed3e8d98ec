export interface Pair<A, B> {
  ours: A;
  reference: B;
}

/**
 * Measures two things in turn, A-B-A-B, so that what the machine does meanwhile meets both. Warm-up
 * pairs are measured the same way and thrown away.
 */
export async function measurePairs<A, B>(options: {
  pairs: number;
  warmUp: number;
  ours(): Promise<A>;
  reference(): Promise<B>;
}): Promise<Pair<A, B>[]> {
  const found: Pair<A, B>[] = [];
  for (let index = -options.warmUp; index < options.pairs; index += 1) {
    const ours = await options.ours();
    const reference = await options.reference();
    if (index >= 0) found.push({ ours, reference });
  }
  return found;
}
