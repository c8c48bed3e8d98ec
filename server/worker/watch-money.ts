import { estimateUsd } from "../agent/cost.ts";
import { readDatabaseClock } from "../queries/dispatch-snapshot.ts";
import { readMoneyLimits } from "../queries/money-limits.ts";
import { raiseReservation, STEP_AT_SHARE } from "../store/sql/raise-reservation.ts";
import type { Raised } from "../store/sql/raise-reservation.ts";
import { inTransaction } from "../store/transaction.ts";
import { stopAgent } from "./line-facts.ts";
import type { RunSession } from "./run-session.ts";

/**
 * A reservation is all a run may spend (rule 4). When most of it is used, a further step is asked for
 * under the budget row's lock. Refused, or with its own `maxCostUsd` reached, the run is interrupted
 * once the answer it is on is complete: that answer is the last, and the most that is paid above a cap.
 * Called after every complete answer and once a second.
 */
export async function watchMoney(session: RunSession): Promise<void> {
  const { money } = session;
  if (session.endedFor !== null || session.isEndSent || money.isAsking) return;
  money.isAsking = true;
  try {
    if (!money.isRefused) await askIfNeeded(session);
  } finally {
    money.isAsking = false;
  }
  if (money.isRefused && !isAnswering(session)) {
    session.endedFor = "budget";
    await stopAgent(session);
  }
}

async function askIfNeeded(session: RunSession): Promise<void> {
  const { context, run, money } = session;
  const usedUsd = Number(run.costUsd) + estimateUsd(session.usage.values());
  const share = run.maxCostUsd === null ? STEP_AT_SHARE : 1;
  if (usedUsd < money.reservedUsd * share) return;
  const { answer, amountUsd } = await ask(session, usedUsd);
  money.reservedUsd = amountUsd;
  if (answer !== "refused") return;
  money.isRefused = true;
  context.log.info({ run: run.id, usedUsd }, "no more money: the run ends after this answer");
}

function ask({ context, run, money }: RunSession, usedUsd: number): Promise<Raised> {
  return inTransaction(context.database, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${run.projectId} FOR NO KEY UPDATE`;
    const { capUsd, supervisorCapUsd, supervisors, timeZone } = await readMoneyLimits(
      tx,
      run.projectId,
    );
    return raiseReservation(tx, {
      runId: run.id,
      projectId: run.projectId,
      stepUsd: money.stepUsd,
      usedUsd,
      capUsd,
      maxCostUsd: run.maxCostUsd === null ? null : Number(run.maxCostUsd),
      supervisorCapUsd: supervisors.includes(run.agent) ? supervisorCapUsd : null,
      supervisors,
      now: await readDatabaseClock(tx),
      timeZone,
    });
  });
}

/** The newest answer is being streamed. An older one without an end was broken off by the provider. */
function isAnswering(session: RunSession): boolean {
  return [...session.usage.values()].at(-1)?.isDone === false;
}
