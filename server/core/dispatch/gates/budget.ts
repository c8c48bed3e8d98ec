import type { SmallestChange } from "#server/contracts/why.ts";
import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say, usdText } from "../sentence.ts";

/** The smallest amount of money, 0.00000001 USD, as a whole number: sums are exact. */
const UNITS_PER_USD = 100_000_000;

/** "+$5 today": caps are raised in steps people think in. */
const RAISE_STEP_USD = 5;

interface Money {
  cap: number;
  spent: number;
  reserved: number;
  need: number;
}

/** The day's spend has reached the cap (engine.md §5). */
export const budgetReached: Gate = {
  judge(context) {
    const money = moneyOf(context);
    if (money === null) return notApplicable;
    const pass = money.spent < money.cap || maySupervise(context, money);
    return { pass, expected: { capUsd: usd(money.cap) }, actual: { spentUsd: usd(money.spent) } };
  },
  sentence(context) {
    const { cap, spent } = moneyOf(context) ?? nothing;
    return say("gate.BUDGET_REACHED", { cap: usdText(usd(cap)), spent: usdText(usd(spent)) });
  },
  change: raise,
};

/** Spent, reserved and this run's own reservation together would pass the cap. */
export const budgetReserved: Gate = {
  judge(context) {
    const money = moneyOf(context);
    if (money === null) return notApplicable;
    const pass = fits(money) || maySupervise(context, money);
    return {
      pass,
      expected: { capUsd: usd(money.cap) },
      actual: {
        spentUsd: usd(money.spent),
        reservedUsd: usd(money.reserved),
        needUsd: usd(money.need),
      },
    };
  },
  sentence(context) {
    const { cap, spent, reserved, need } = moneyOf(context) ?? nothing;
    return say("gate.BUDGET_RESERVED", {
      cap: usdText(usd(cap)),
      free: usdText(usd(Math.max(0, cap - spent - reserved))),
      need: usdText(usd(need)),
    });
  },
  change: raise,
};

const nothing: Money = { cap: 0, spent: 0, reserved: 0, need: 0 };

function fits({ cap, spent, reserved, need }: Money): boolean {
  return spent + reserved + need <= cap;
}

/** Supervisors may go on above the cap, up to their own. */
function maySupervise({ member, snapshot }: GateContext, money: Money): boolean {
  if (member?.isSupervisor !== true) return false;
  const { supervisorCapUsd, supervisorSpentUsd } = snapshot.budget;
  return units(supervisorSpentUsd) + money.need <= units(supervisorCapUsd);
}

function raise(context: GateContext): SmallestChange | null {
  const money = moneyOf(context);
  if (money === null) return null;
  const missing = usd(money.spent + money.reserved + money.need - money.cap);
  const byUsd = Math.max(1, Math.ceil(missing / RAISE_STEP_USD)) * RAISE_STEP_USD;
  return suggest("change.raise_budget", { by: usdText(byUsd) }, { kind: "raise_budget", byUsd });
}

function moneyOf({ run, snapshot }: GateContext): Money | null {
  const { capUsd, spentUsd, reservedUsd } = snapshot.budget;
  if (run === null || capUsd === null) return null;
  return {
    cap: units(capUsd),
    spent: units(spentUsd),
    reserved: units(reservedUsd),
    need: units(run.reservationUsd),
  };
}

function units(amountUsd: number): number {
  return Math.round(amountUsd * UNITS_PER_USD);
}

function usd(amount: number): number {
  return amount / UNITS_PER_USD;
}
