/** What work cost, by day, agent, ticket, model or person. It only reads the ledger that workers book. */
import type { CostGrouping, CostItem, Costs } from "#server/contracts/costs.ts";
import type { Database } from "#server/store/client.ts";
import { readCostRows, readOpenReservations, readToday } from "#server/store/sql/read-costs.ts";
import type { CostRow } from "#server/store/sql/read-costs.ts";
import { readLiveAutomations } from "./automations.ts";
import { listDays, resolvePeriod } from "./cost-period.ts";
import type { AskedPeriod } from "./cost-period.ts";
import { defaultBudgetUsd } from "./default-budget.ts";

/** Groups other than days that travel; the totals count the rest too. */
const MAX_ITEMS = 200;

export interface CostQuestion extends AskedPeriod {
  projectIds: number[];
  /** One project was asked for by name: the answer has its cap. */
  isOneProject: boolean;
  by: CostGrouping;
  agent?: string | undefined;
  person?: string | undefined;
}

export async function readCosts(
  database: Database,
  question: CostQuestion,
  now: Date,
): Promise<Costs> {
  const { prisma } = database;
  const { projectIds, by, agent = null, person = null } = question;
  const configs = await Promise.all(
    projectIds.map((projectId) => readLiveAutomations(database, projectId)),
  );
  const zones = projectIds.map((projectId, index) => ({
    projectId,
    timeZone: configs[index]?.timeZone ?? null,
  }));
  const today = await readToday(prisma, zones, now);
  const period = resolvePeriod(question, today);
  const [rows, reserved] = await Promise.all([
    readCostRows(prisma, { projectIds, ...period, agent, person }, by),
    readOpenReservations(prisma, { projectIds, agent, person }),
  ]);
  const total = rows.find((row) => row.isTotal);
  const groups = rows.filter((row) => !row.isTotal).map(toItem);
  const items = by === "day" ? withEmptyDays(groups, listDays(period)) : groups;
  const shown = by === "day" ? items : items.slice(0, MAX_ITEMS);
  const cap = configs[0]?.dailyBudgetUsd;
  return {
    ...period,
    today,
    by,
    totals: {
      spentUsd: Number(total?.spentUsd ?? 0),
      estimatedUsd: Number(total?.estimatedUsd ?? 0),
      runs: total?.runs ?? 0,
      unpricedRuns: total?.unpricedRuns ?? 0,
      reservedUsd: Number(reserved),
    },
    ...(question.isOneProject ? { capUsd: cap === undefined ? defaultBudgetUsd() : cap } : {}),
    items: shown,
    leftOut: items.length - shown.length,
  };
}

function toItem(row: CostRow): CostItem {
  return {
    key: row.key,
    label: row.label,
    project: row.project,
    ticket: row.ticket,
    spentUsd: Number(row.spentUsd),
    estimatedUsd: Number(row.estimatedUsd),
    runs: row.runs,
    unpricedRuns: row.unpricedRuns,
  };
}

function withEmptyDays(items: CostItem[], days: string[]): CostItem[] {
  const byDay = new Map(items.map((item) => [item.key, item]));
  return days.map(
    (key) =>
      byDay.get(key) ?? {
        key,
        label: null,
        project: null,
        ticket: null,
        spentUsd: 0,
        estimatedUsd: 0,
        runs: 0,
        unpricedRuns: 0,
      },
  );
}
