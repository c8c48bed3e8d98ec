import { describe, expect, it } from "vitest";
import { bookResult, estimateUsd, isPricedModel } from "./cost.ts";
import type { BookingInput } from "./cost.ts";

const usage = { inputTokens: 100, outputTokens: 50, cacheReadTokens: 0, cacheWriteTokens: 0 };
const book = (
  result: Partial<BookingInput["result"]>,
  rest: Partial<Omit<BookingInput, "result">> = {},
) =>
  bookResult({
    result: { costSinceLastUsd: null, totalCostUsd: null, turns: 1, usage, ...result },
    cliVersion: "2.1.332",
    processTotalUsd: null,
    sessionTotalUsd: null,
    counted: { usd: 0.03, isPriced: true },
    ...rest,
  });

describe("booking", () => {
  it.each<[string, Parameters<typeof book>, [number, string]]>([
    [
      "the difference the CLI tells, before any total",
      [{ costSinceLastUsd: 0.02, totalCostUsd: 0.5 }, { sessionTotalUsd: 0.4 }],
      [0.02, "since_last"],
    ],
    ["the first total of a new session", [{ totalCostUsd: 0.04 }], [0.04, "total"]],
    [
      "the second result of a process by difference",
      [{ totalCostUsd: 0.1 }, { processTotalUsd: 0.04 }],
      [0.06, "process_difference"],
    ],
    [
      "a resumed session by difference, where totals go on",
      [{ totalCostUsd: 0.5 }, { sessionTotalUsd: 0.4, cliVersion: "2.1.285" }],
      [0.1, "session_difference"],
    ],
    [
      "a resumed session as it stands, where they do not",
      [{ totalCostUsd: 0.5 }, { sessionTotalUsd: 0.4, cliVersion: "2.1.284" }],
      [0.5, "total"],
    ],
    [
      "a resumed session whose total fell: it began anew",
      [{ totalCostUsd: 0.3 }, { sessionTotalUsd: 0.4 }],
      [0.3, "total"],
    ],
    [
      "an unknown version as it stands",
      [{ totalCostUsd: 0.5 }, { sessionTotalUsd: 0.4, cliVersion: null }],
      [0.5, "total"],
    ],
  ])("takes %s", (_name, given, [usd, basis]) => {
    const booked = book(...given);
    expect(booked.usd).toBeCloseTo(usd, 9);
    expect(booked).toMatchObject({ basis, doubts: [] });
  });

  const counted = { usd: 0.03, isPriced: true };
  it.each<[string, Parameters<typeof book>, [number, string[]]]>([
    ["no amount as counted", [{}], [0.03, ["missing"]]],
    ["nothing for tokens as counted", [{ totalCostUsd: 0 }], [0.03, ["zero"]]],
    [
      "less than before as counted",
      [{ totalCostUsd: 0.1 }, { processTotalUsd: 0.4 }],
      [0.03, ["negative"]],
    ],
    [
      "no amount of a model without a price, marked as such",
      [{}, { counted: { usd: 0.03, isPriced: false } }],
      [0.03, ["missing", "unpriced"]],
    ],
    [
      "no amount and no tokens, marked as unknown",
      [{}, { counted: { usd: 0, isPriced: true } }],
      [0, ["missing", "unpriced"]],
    ],
    ["a hundred times too much, marked", [{ totalCostUsd: 3 }], [3, ["absurd"]]],
    ["an enormous amount, marked", [{ totalCostUsd: 4_000 }], [4_000, ["absurd"]]],
    [
      "a large amount of a model without a price",
      [{ totalCostUsd: 3 }, { counted: { ...counted, isPriced: false } }],
      [3, []],
    ],
    [
      "a small amount, whatever was counted",
      [{ totalCostUsd: 0.4 }, { counted: { ...counted, usd: 0.001 } }],
      [0.4, []],
    ],
  ])("books %s", (_name, given, [usd, doubts]) => {
    expect(book(...given)).toMatchObject({ usd, doubts });
  });

  it("believes nothing for nothing", () => {
    const nothing = { ...usage, outputTokens: 0 };
    const input = { counted: { usd: 0, isPriced: true } };
    expect(book({ totalCostUsd: 0, usage: nothing }, input)).toMatchObject({ usd: 0, doubts: [] });
  });

  it("adds up to the CLI's last total over several turns and a resume", () => {
    const totals = [0.04, 0.1, 0.11];
    let sum = 0;
    let before: number | null = null;
    for (const total of totals) {
      sum += book({ totalCostUsd: total }, { processTotalUsd: before }).usd;
      before = total;
    }
    const resumed = [0.2, 0.25];
    let process: number | null = null;
    for (const total of resumed) {
      sum += book({ totalCostUsd: total }, { processTotalUsd: process, sessionTotalUsd: 0.11 }).usd;
      process = total;
    }
    expect(sum).toBeCloseTo(0.25, 9);
  });
});

describe("estimate", () => {
  it("prices each message by its model, unknown ones as the default", () => {
    const million = {
      inputTokens: 1e6,
      outputTokens: 1e6,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    };
    const price = (model: string | null) => estimateUsd([{ model, usage: million }]);
    expect(price("claude-opus-5-5")).toBe(24);
    expect(price("claude-opus-4-8")).toBe(30);
    expect(price("claude-sonnet-5-5")).toBe(12);
    expect(price("claude-sonnet-4-5")).toBe(18);
    expect(price("claude-haiku-5-5")).toBe(3);
    expect(price("claude-haiku-4-5")).toBe(6);
    expect(price("claude-fable-5-2")).toBe(48);
    expect(price(null)).toBe(price("claude-opus-5-5"));
    expect(isPricedModel("claude-haiku-4-5")).toBe(true);
    expect([isPricedModel("gpt-oss"), isPricedModel(null)]).toEqual([false, false]);
  });
});
