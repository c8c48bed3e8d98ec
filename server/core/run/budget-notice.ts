import type { Sentence } from "#server/contracts/why.ts";
import { say, usdText } from "../dispatch/sentence.ts";

/** What an owner is told once a day about a project's fuse (engine.md §5). */
export const budgetNoticeKinds = ["budget_80", "budget_100"] as const;
export type BudgetNoticeKind = (typeof budgetNoticeKinds)[number];

/** Share of the cap at which the owner is warned. */
const WARN_SHARE = 0.8;

/** What has to be told now; null = nothing. Amounts in USD; no cap, nothing to tell. */
export function budgetNotice(
  spentUsd: number,
  capUsd: number | null,
): { kind: BudgetNoticeKind; sentence: Sentence } | null {
  if (capUsd === null) return null;
  const values = { spent: usdText(spentUsd), cap: usdText(capUsd) };
  if (spentUsd >= capUsd) return { kind: "budget_100", sentence: say("budget.reached", values) };
  if (spentUsd >= capUsd * WARN_SHARE) {
    return { kind: "budget_80", sentence: say("budget.near", values) };
  }
  return null;
}
