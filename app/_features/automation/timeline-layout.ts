import type { Simulation, SimulatedStart, SimulatedWait } from "#server/contracts/simulation.ts";

/** A span of the time line, as shares of its whole length. */
export interface Span {
  from: number;
  to: number;
}

export interface LaneBar extends Span {
  /** Place among all starts, in order of time. */
  index: number;
  start: SimulatedStart;
}

/** While at least one ticket waits for this lane; `count` = the most at once. */
export interface LaneWait extends Span {
  count: number;
}

export interface Lane {
  group: string;
  bars: LaneBar[];
  waits: LaneWait[];
}

/** Runs as bars in the lane of their group, and when something waits for that lane. */
export function layOutLanes(simulation: Simulation): Lane[] {
  const { starts, waits } = simulation;
  const spanOf = spanIn(simulation);
  const lanes = new Map<string, Lane>();
  const laneOf = (group: string): Lane => {
    const known = lanes.get(group);
    if (known !== undefined) return known;
    const made: Lane = { group, bars: [], waits: [] };
    lanes.set(group, made);
    return made;
  };
  for (const [index, start] of starts.entries()) {
    laneOf(start.group).bars.push({ index, start, ...spanOf(start.at, start.endsAt) });
  }
  const waiting = new Map<string, SimulatedWait[]>();
  for (const wait of waits) {
    if (wait.group === null) continue;
    waiting.set(wait.group, [...(waiting.get(wait.group) ?? []), wait]);
  }
  for (const [group, own] of waiting) {
    laneOf(group).waits = mergeWaits(
      own.map((wait) => spanOf(wait.from, wait.to ?? simulation.to)),
    );
  }
  return [...lanes.values()];
}

/** Where a moment lies between the beginning and the end, 0 to 1. */
export function shareOf(simulation: Pick<Simulation, "from" | "to">, at: string): number {
  const from = new Date(simulation.from).getTime();
  const length = Math.max(1, new Date(simulation.to).getTime() - from);
  return Math.min(1, Math.max(0, (new Date(at).getTime() - from) / length));
}

function spanIn(simulation: Simulation) {
  return (from: string, to: string): Span => ({
    from: shareOf(simulation, from),
    to: shareOf(simulation, to),
  });
}

/** Overlapping spans as one, with the most that overlap at any moment. */
function mergeWaits(spans: readonly Span[]): LaneWait[] {
  const edges = spans
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || b.by - a.by);
  const merged: LaneWait[] = [];
  let open: LaneWait | null = null;
  let count = 0;
  for (const { at, by } of edges) {
    count += by;
    open ??= { from: at, to: at, count };
    open.count = Math.max(open.count, count);
    open.to = at;
    if (count > 0) continue;
    merged.push(open);
    open = null;
  }
  return merged;
}
