import type { CostItem } from "#server/contracts/costs.ts";

/** Round steps of money: 1, 2 or 5 of a power of ten, and never less than a cent. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return Math.max(0.01, factor * power);
}

/** Values of an axis from 0 to the first round one not below `max`, in about `count` steps. */
export function moneyTicks(max: number, count = 4): number[] {
  const step = roundStep(Math.max(max, 0.01) / count);
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toFixed(2)));
}

export interface Column {
  day: string;
  /** USD, from the bottom up. */
  exact: number;
  estimated: number;
  reserved: number;
}

/** What is set aside now stands on today, whatever day it will count on. */
export function columnsOf(
  items: readonly CostItem[],
  { today, reservedUsd }: { today: string; reservedUsd: number },
): Column[] {
  return items.map((item) => ({
    day: item.key ?? "",
    exact: Math.max(0, item.spentUsd - item.estimatedUsd),
    estimated: item.estimatedUsd,
    reserved: item.key === today ? reservedUsd : 0,
  }));
}

export const heightOf = (column: Column) => column.exact + column.estimated + column.reserved;

/** A cap so far above the bars that it would press them flat is drawn over the axis, and said to be. */
const flattening = 10;

export interface CapLine {
  usd: number;
  /** On the axis; else above its end. */
  isToScale: boolean;
}

/** The line of the cap; null where one project with a cap was not asked for. */
export function capLineOf(capUsd: number | null | undefined, highest: number): CapLine | null {
  if (capUsd == null) return null;
  return { usd: capUsd, isToScale: capUsd <= Math.max(highest, 0.1) * flattening };
}

/** Places that are labelled, at most `most` of `count`, evenly back from the last. */
export function labelledPlaces(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}
