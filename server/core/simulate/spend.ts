import type { SimulatedSpend } from "#server/contracts/simulation.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Beginning of the next calendar day in that zone; days of 23 and 25 hours are right. */
export function nextMidnight(at: Date, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const today = clock.format(at);
  // The first minute that has another date: by halving between now and what is surely the next day.
  let low = Math.floor(at.getTime() / MINUTE_MS);
  let high = low + (DAY_MS + 2 * HOUR_MS) / MINUTE_MS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (clock.format(new Date(middle * MINUTE_MS)) === today) low = middle;
    else high = middle;
  }
  return new Date(high * MINUTE_MS);
}

/** Amounts by the hour in which they are booked, and the day's sum after each hour. */
export function spendByHour(
  from: Date,
  to: Date,
  bookings: readonly { atMs: number; usd: number }[],
  spentBefore: number,
  midnights: readonly Date[],
): SimulatedSpend[] {
  const hours: SimulatedSpend[] = [];
  const count = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / HOUR_MS));
  for (let index = 0; index < count; index += 1) {
    const startMs = from.getTime() + index * HOUR_MS;
    const endMs = startMs + HOUR_MS;
    const dayMs = Math.max(
      ...midnights.map((day) => day.getTime()).filter((ms) => ms < endMs),
      from.getTime(),
    );
    const isFirstDay = !midnights.some((day) => day.getTime() === dayMs);
    const sum = (sinceMs: number): number =>
      bookings
        .filter(({ atMs }) => atMs >= sinceMs && atMs < endMs)
        .reduce((total, { usd }) => total + usd, 0);
    hours.push({
      at: new Date(startMs).toISOString(),
      usd: round(sum(startMs)),
      dayUsd: round(sum(dayMs) + (isFirstDay ? spentBefore : 0)),
    });
  }
  return hours;
}

function round(usd: number): number {
  return Math.round(usd * 1e4) / 1e4;
}
