import type { Page } from "@playwright/test";
import { settleLayout } from "../../e2e/support/fixtures.ts";

/** Shorter events are not reported by the browser; they count as this long. */
const SHORTEST_MS = 16;

declare global {
  interface Window {
    benchEvents?: { name: string; ms: number }[];
  }
}

/** Notes every event that the page takes longer than 16 ms for, from now on. */
export async function watchEvents(page: Page): Promise<void> {
  await page.evaluate((threshold) => {
    const found: { name: string; ms: number }[] = [];
    window.benchEvents = found;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push({ name: entry.name, ms: entry.duration });
    });
    const wanted = { type: "event", durationThreshold: threshold };
    observer.observe(wanted);
  }, SHORTEST_MS);
}

export type EventTimes = Record<string, number[]>;

/** From event to the next frame, in ms, by the event's name, of everything `work` did. */
export async function timeEvents(
  page: Page,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<EventTimes> {
  const readCounts = () =>
    page.evaluate(
      (wanted) => wanted.map((name) => performance.eventCounts.get(name) ?? 0),
      [...names],
    );
  await page.evaluate(() => window.benchEvents?.splice(0));
  const before = await readCounts();
  await work();
  // The frame after the last event, and the observer's turn behind it.
  await settleLayout(page);
  const after = await readCounts();
  const slow = await page.evaluate(() => window.benchEvents ?? []);
  return Object.fromEntries(
    names.map((name, index): [string, number[]] => {
      const own = slow.filter((event) => event.name === name).map(({ ms }) => ms);
      const count = (after[index] ?? 0) - (before[index] ?? 0);
      const quick = Math.max(0, count - own.length);
      return [name, [...own, ...Array<number>(quick).fill(SHORTEST_MS)]];
    }),
  );
}
