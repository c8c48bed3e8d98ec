import type { Budget } from "#server/contracts/ticket.ts";
import type { Database, Tx } from "../store/client.ts";
import { readSpending } from "../store/sql/read-spending.ts";
import { readLiveAutomations } from "./automations.ts";
import { defaultBudgetUsd } from "./default-budget.ts";

/** The project's fuse on the calendar day of `now`: spent, set aside, cap (null = none). */
export async function readBudget(
  database: Database | Tx,
  projectId: number,
  now: Date,
): Promise<Budget> {
  const tx = "prisma" in database ? database.prisma : database;
  const config = await readLiveAutomations(tx, projectId);
  const spending = await readSpending(tx, projectId, [], now, config.timeZone ?? null);
  return {
    day: spending.day,
    spentUsd: Number(spending.spentUsd),
    reservedUsd: Number(spending.reservedUsd),
    capUsd: config.dailyBudgetUsd === undefined ? defaultBudgetUsd() : config.dailyBudgetUsd,
    isEstimated: spending.isEstimated,
  };
}
