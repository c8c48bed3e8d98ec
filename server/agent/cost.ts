/**
 * What a result costs (claude-cli.md §7). The CLI's total is a running one: of the process, and
 * since 2.1.285 of the whole session. Booking it as it stands counts money twice.
 */
import type { RunEventPayload, TokenUsage } from "#server/contracts/run-event.ts";
import { isAtLeast } from "./version.ts";

/** From this version on a resumed session goes on counting where it stopped. */
const CUMULATIVE_SINCE = "2.1.285";
/** Beyond this a single result is not believed without a mark. */
const ABSURD_USD = 500;
/** So is what passes our own count of its tokens by this factor, from this amount on. */
const ABSURD_FACTOR = 20;
const ABSURD_FROM_USD = 0.5;

export type BookingInput = {
  result: Pick<RunEventPayload<"result">, "costSinceLastUsd" | "totalCostUsd" | "turns" | "usage">;
  /** As `init` said it; null when unknown. */
  cliVersion: string | null;
  /** Last total this process reported before; null for its first result. */
  processTotalUsd: number | null;
  /** Last total any earlier process of this session reported; null for a new session. */
  sessionTotalUsd: number | null;
  /** What its tokens cost by our prices, and whether all its models are in our list. */
  counted: { usd: number; isPriced: boolean };
};

export type Booking = {
  /** What this result adds, never negative: as reported, or as counted where nothing usable is. */
  usd: number;
  basis: "since_last" | "process_difference" | "session_difference" | "total" | "none";
  /** Kept beside the booking, as reported. */
  rawTotalUsd: number | null;
  /** Never silent: an amount with a doubt is marked as estimated. */
  doubts: BookingDoubt[];
};

/**
 * `missing`: no amount at all · `zero`: tokens but no price · `negative`: less than before · `absurd`:
 * far above what its tokens cost · `unpriced`: counted with a model that has no price of its own.
 */
export type BookingDoubt = "missing" | "zero" | "absurd" | "negative" | "unpriced";

/**
 * In doubt the larger amount is booked and marked, so that a fuse never errs on the cheap side: an
 * absurd amount stands as reported, where none is usable our own count stands in.
 */
export function bookResult(input: BookingInput): Booking {
  const { basis, usd } = priceOf(input);
  const { result, counted } = input;
  const rawTotalUsd = result.totalCostUsd;
  const doubt = doubtOf(input, basis, usd);
  if (doubt === null) return { usd, basis, rawTotalUsd, doubts: [] };
  if (doubt === "absurd") return { usd, basis, rawTotalUsd, doubts: [doubt] };
  const isUnpriced = !counted.isPriced || counted.usd === 0;
  return {
    usd: counted.usd,
    basis,
    rawTotalUsd,
    doubts: isUnpriced ? [doubt, "unpriced"] : [doubt],
  };
}

function doubtOf(
  { result, counted }: BookingInput,
  basis: Booking["basis"],
  usd: number,
): BookingDoubt | null {
  if (basis === "none") return "missing";
  if (usd < 0) return "negative";
  if (usd === 0 && (result.usage.outputTokens > 0 || counted.usd > 0)) return "zero";
  const isBeyondCount =
    counted.isPriced &&
    counted.usd > 0 &&
    usd > ABSURD_FROM_USD &&
    usd > counted.usd * ABSURD_FACTOR;
  return usd > ABSURD_USD || isBeyondCount ? "absurd" : null;
}

function priceOf(input: BookingInput): Pick<Booking, "usd" | "basis"> {
  const { result, processTotalUsd, sessionTotalUsd, cliVersion } = input;
  if (result.costSinceLastUsd !== null)
    return { basis: "since_last", usd: result.costSinceLastUsd };
  const total = result.totalCostUsd;
  if (total === null) return { basis: "none", usd: 0 };
  if (processTotalUsd !== null) {
    return { basis: "process_difference", usd: total - processTotalUsd };
  }
  const isCumulative = cliVersion !== null && isAtLeast(cliVersion, CUMULATIVE_SINCE);
  if (sessionTotalUsd !== null && isCumulative && total >= sessionTotalUsd) {
    return { basis: "session_difference", usd: total - sessionTotalUsd };
  }
  return { basis: "total", usd: total };
}

/** USD per million tokens. */
type Price = { input: number; output: number; cacheRead: number; cacheWrite: number };

const PRICES: [RegExp, Price][] = [
  [/opus-5-5/, { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 }],
  [/opus/, { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }],
  [/sonnet-5-5/, { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }],
  [/sonnet/, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }],
  [/haiku-5-5/, { input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 }],
  [/haiku/, { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }],
  [/fable/, { input: 8, output: 40, cacheRead: 0.2, cacheWrite: 10 }],
];
/** Unknown models are priced like the CLI prices them: as its default model. */
const DEFAULT_PRICE: Price = { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 };

/** Whether our list has a price for the model itself; others are counted as the CLI's default model. */
export function isPricedModel(model: string | null): boolean {
  return PRICES.some(([pattern]) => pattern.test(model ?? ""));
}

/**
 * Estimate for what has no result: the live meter, and a run that was killed (marked as estimated).
 * `messages`: the last usage per API message.
 */
export function estimateUsd(
  messages: Iterable<{ model: string | null; usage: TokenUsage }>,
): number {
  let usd = 0;
  for (const { model, usage } of messages) {
    const price = PRICES.find(([pattern]) => pattern.test(model ?? ""))?.[1] ?? DEFAULT_PRICE;
    usd +=
      usage.inputTokens * price.input +
      usage.outputTokens * price.output +
      usage.cacheReadTokens * price.cacheRead +
      usage.cacheWriteTokens * price.cacheWrite;
  }
  return usd / 1_000_000;
}
