"use client";
import { useSyncExternalStore } from "react";

/** One timer per period for the whole page: leaves subscribe, parents do not. */
const tickers = new Map<
  number,
  { now: number; listeners: Set<() => void>; timer: ReturnType<typeof setInterval> | null }
>();

function tickerOf(periodMs: number) {
  const known = tickers.get(periodMs);
  if (known) return known;
  const ticker = { now: Date.now(), listeners: new Set<() => void>(), timer: null };
  tickers.set(periodMs, ticker);
  return ticker;
}

/** The time, renewed every `periodMs`: 1 s in the panel, 5 s on cards (ux 16). 0 while the server renders. */
export function useNow(periodMs: number): number {
  return useSyncExternalStore(
    (listener) => {
      const ticker = tickerOf(periodMs) as {
        now: number;
        listeners: Set<() => void>;
        timer: ReturnType<typeof setInterval> | null;
      };
      ticker.listeners.add(listener);
      ticker.now = Date.now();
      ticker.timer ??= setInterval(() => {
        ticker.now = Date.now();
        for (const wake of ticker.listeners) wake();
      }, periodMs);
      return () => {
        ticker.listeners.delete(listener);
        if (ticker.listeners.size > 0 || ticker.timer === null) return;
        clearInterval(ticker.timer);
        ticker.timer = null;
      };
    },
    () => tickerOf(periodMs).now,
    () => 0,
  );
}
