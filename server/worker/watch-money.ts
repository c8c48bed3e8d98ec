import { estimateUsd } from "../agent/cost.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { defaultBudgetUsd } from "../queries/default-budget.ts";
import { raiseReservation, STEP_AT_SHARE } from "../store/sql/raise-reservation.ts";
import { inTransaction } from "../store/transaction.ts";
import { stopAgent } from "./line-facts.ts";
import type { RunSession } from "./run-session.ts";

/**
 * A reservation is all a run may spend (rule 4). When most of it is used, a further step is asked for
 * under the budget row's lock; refused, the run is interrupted: the answer it is on is the last.
 */
export async function watchMoney(session: RunSession): Promise<void> {
  const { context, run, money } = session;
  const usedUsd = Number(run.costUsd) + estimateUsd(session.usage.values());
  if (
    session.endedFor !== null ||
    session.isEndSent ||
    usedUsd < money.reservedUsd * STEP_AT_SHARE
  ) {
    return;
  }
  const answer = await inTransaction(context.database, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${run.projectId} FOR NO KEY UPDATE`;
    const config = await readLiveAutomations(tx, run.projectId);
    return raiseReservation(tx, {
      runId: run.id,
      projectId: run.projectId,
      stepUsd: money.stepUsd,
      usedUsd,
      capUsd: config.dailyBudgetUsd === undefined ? defaultBudgetUsd() : config.dailyBudgetUsd,
      maxCostUsd: run.maxCostUsd === null ? null : Number(run.maxCostUsd),
      now: context.clock.now(),
      timeZone: config.timeZone ?? null,
    });
  });
  if (answer === "raised") money.reservedUsd += money.stepUsd;
  if (answer !== "refused") return;
  session.endedFor = "budget";
  context.log.info({ run: run.id, usedUsd }, "no money for a further step: the run is interrupted");
  await stopAgent(session);
}
