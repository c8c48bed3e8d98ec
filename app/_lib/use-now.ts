"use client";
import { useSyncExternalStore } from "react";
import { Ticker } from "./ticker.ts";

/** One timer per period for the whole page: leaves subscribe, parents do not. */
const tickers = new Map<number, Ticker>();

function tickerOf(periodMs: number): Ticker {
  const known = tickers.get(periodMs);
  if (known) return known;
  const ticker = new Ticker(periodMs);
  tickers.set(periodMs, ticker);
  return ticker;
}

/** The time, renewed every `periodMs`: 1 s in the panel, 5 s on cards (ux 16). 0 while the server renders. */
export function useNow(periodMs: number): number {
  const ticker = tickerOf(periodMs);
  return useSyncExternalStore(
    ticker.subscribe,
    () => ticker.now,
    () => 0,
  );
}
