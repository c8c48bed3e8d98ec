import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CalmCall } from "./calm-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("calls at once when it was quiet, and once more for all that was asked meanwhile", () => {
  const call = vi.fn();
  const calm = new CalmCall(call, 1_000);
  for (let asked = 0; asked < 5; asked += 1) calm.ask();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);
  expect(call).toHaveBeenCalledTimes(2);
});

it("never calls twice within a period, however the hints come", () => {
  const calls: number[] = [];
  const calm = new CalmCall(() => calls.push(Date.now()), 1_000);
  for (let step = 0; step < 300; step += 1) {
    calm.ask();
    vi.advanceTimersByTime(37);
  }
  const gaps = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
  expect(calls.length).toBeGreaterThan(8);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
});

it("does not call after it was stopped", () => {
  const call = vi.fn();
  const calm = new CalmCall(call, 1_000);
  calm.ask();
  calm.ask();
  calm.stop();
  vi.advanceTimersByTime(5_000);
  expect(call).toHaveBeenCalledTimes(1);
});
