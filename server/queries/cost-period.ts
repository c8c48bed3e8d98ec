import { MAX_COST_DAYS } from "#server/contracts/costs.ts";
import { Failure } from "#server/contracts/failure.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export interface AskedPeriod {
  from?: string | undefined;
  to?: string | undefined;
  /** The last so many days, instead of `from`. */
  days?: number | undefined;
}

export interface Period {
  /** Calendar days `YYYY-MM-DD`, both counted. */
  from: string;
  to: string;
}

/**
 * The period asked for: up to today and 30 days long unless said otherwise. Calendar days have no hours,
 * so days of 23 and 25 hours are days like others here. 400 `INVALID` names the field.
 */
export function resolvePeriod(asked: AskedPeriod, today: string): Period {
  if (asked.from !== undefined && asked.days !== undefined) {
    throw refusal("days", "either from or days, not both", String(asked.days));
  }
  const to = asked.to ?? today;
  const from = asked.from ?? addDays(to, 1 - (asked.days ?? DEFAULT_DAYS));
  if (from > to) throw refusal("from", `a day not after ${to}`, from);
  if (countDays({ from, to }) > MAX_COST_DAYS) {
    throw refusal("from", `at most ${MAX_COST_DAYS} days up to ${to}`, from);
  }
  return { from, to };
}

/** Every day of a period in order. */
export function listDays(period: Period): string[] {
  return Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index));
}

function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function refusal(field: string, expected: string, found: string): Failure {
  const message = `expected ${expected}`;
  return new Failure(400, "INVALID", `${field}: ${message}, found "${found}"`, {
    problems: [{ field, message, found }],
  });
}
