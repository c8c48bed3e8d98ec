import { describe, expect, it } from "vitest";
import { bookResult, estimateUsd } from "./cost.ts";
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

  it("marks what cannot be believed and never books a negative amount", () => {
    expect(book({})).toMatchObject({ usd: 0, basis: "none", doubts: ["missing"] });
    expect(book({ totalCostUsd: 0 })).toMatchObject({ usd: 0, doubts: ["zero"] });
    expect(book({ totalCostUsd: 4_000 })).toMatchObject({ usd: 4_000, doubts: ["absurd"] });
    expect(book({ totalCostUsd: 0.1 }, { processTotalUsd: 0.4 })).toMatchObject({
      usd: 0,
      doubts: ["negative"],
    });
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
  });
});
