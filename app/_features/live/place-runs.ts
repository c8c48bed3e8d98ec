/** How many runs are shown as tiles; the others are listed below. */
export const tileCount = 6;

/** Which run is shown at which of the six places; null = free. */
export type Places = readonly (string | null)[];

export const noPlaces: Places = Array.from({ length: tileCount }, () => null);

/**
 * Gives runs their places. A run keeps its place for as long as it is active; a free place takes the
 * oldest run that has none. `active`: ids of the active runs, oldest first; those beyond the places are
 * the `rest`, in the same order.
 */
export function placeRuns(
  old: Places,
  active: readonly string[],
): { places: Places; rest: readonly string[] } {
  const left = new Set(active);
  const places = noPlaces.map((_, index) => {
    const run = old[index] ?? null;
    return run !== null && left.delete(run) ? run : null;
  });
  const waiting = [...left];
  return {
    places: places.map((run) => run ?? waiting.shift() ?? null),
    rest: waiting,
  };
}

/**
 * How many places are drawn: all up to the last that is taken, then free ones up to what the machine
 * has. A free place of a machine with four is never the fifth.
 */
export function countDrawn(places: Places, capacity: number): number {
  const last = places.findLastIndex((run) => run !== null);
  return Math.max(last + 1, Math.min(tileCount, capacity));
}
