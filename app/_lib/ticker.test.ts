import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Ticker } from "./ticker.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("shows every reader the same time until the next tick", () => {
  const ticker = new Ticker(5_000);
  const stop = ticker.subscribe(() => undefined);
  const first = ticker.now;
  vi.setSystemTime(Date.now() + 3_000);
  const stopToo = ticker.subscribe(() => undefined);
  expect(ticker.now).toBe(first);
  vi.advanceTimersByTime(5_000);
  expect(ticker.now).toBeGreaterThan(first);
  stop();
  stopToo();
});

it("wakes its readers with each tick, and stops when the last one has gone", () => {
  const ticker = new Ticker(1_000);
  let wakes = 0;
  const stop = ticker.subscribe(() => (wakes += 1));
  vi.advanceTimersByTime(3_000);
  expect(wakes).toBe(3);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("is current again when somebody listens after a pause", () => {
  const ticker = new Ticker(1_000);
  ticker.subscribe(() => undefined)();
  vi.setSystemTime(Date.now() + 60_000);
  const stop = ticker.subscribe(() => undefined);
  expect(ticker.now).toBe(Date.now());
  stop();
});
