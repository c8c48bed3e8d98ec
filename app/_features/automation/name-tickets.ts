/** Numbers that are written out; the others are counted. */
const WRITTEN_OUT = 5;

/** "#12, #14, #20", of a long list "#1, … and 35 others" by the given words. */
export function nameTickets(
  tickets: readonly number[],
  count: number,
  andMore: (tickets: string, count: number) => string,
): string {
  const shown = tickets.slice(0, WRITTEN_OUT);
  const text = shown.map((number) => `#${number}`).join(", ");
  return count > shown.length ? andMore(text, count - shown.length) : text;
}
