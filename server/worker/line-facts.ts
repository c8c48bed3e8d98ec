import { systemActor } from "#server/contracts/actor.ts";
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import type { SpoolLine } from "../agent/line-splitter.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { moveRunState } from "../store/move-run-state.ts";
import type { Batch } from "./batch.ts";
import { priceResult, storeBooking } from "./book-result.ts";
import { endIfDone } from "./end-if-done.ts";
import { recordCheckpoint } from "./record-checkpoint.ts";
import type { RunSession } from "./run-session.ts";

/**
 * The first `init` proves the start: right folder, on a new session the right id. Only then the run is
 * `running`, and only then the feed hears of it, from its activity row (runs.md §2). Later ones are a matter of course.
 */
export function applyInit(session: RunSession, init: RunEventPayload<"init">, batch: Batch): void {
  const { run, fence } = session;
  session.cost.cliVersion = init.cliVersion;
  batch.counters.cliVersion = init.cliVersion;
  if (session.sawInit) return;
  const problem = findProblem(session, init);
  if (problem !== null) {
    session.verifyProblem = problem;
    session.endedFor = "verify";
    batch.after.push(() => stopAgent(session));
    return;
  }
  session.sawInit = true;
  batch.effects.push((tx) => enterRunning(tx, session));
  batch.after.push(() => {
    session.live.update({ state: "running" });
    session.context.log.info({ run: run.id, fence }, "run is running");
  });
}

function findProblem(session: RunSession, init: RunEventPayload<"init">): string | null {
  const { run, isResume, expectedSessionId } = session;
  if (init.cwd !== run.cwd) return `cwd: expected ${run.cwd}, found ${init.cwd}`;
  if (!isResume && init.sessionId !== expectedSessionId) {
    return `session: expected ${expectedSessionId}, found ${init.sessionId}`;
  }
  return null;
}

async function enterRunning(tx: Tx, session: RunSession): Promise<void> {
  const { run, fence, context } = session;
  const now = context.clock.now();
  const owner = { id: run.id, fence };
  const data = { startedAt: run.startedAt ?? now };
  const isFirst = await moveRunState(tx, owner, ["starting", "verifying"], "running", data);
  if (run.ticketId !== null) {
    await tx.agentSession.updateMany({
      where: {
        projectId: run.projectId,
        agent: run.agent,
        ticketId: run.ticketId,
        sessionId: session.expectedSessionId,
      },
      // What came between the admission and the prompt is told once more rather than never.
      data: { isStarted: true, lastRevision: run.admittedRevision, updatedAt: now },
    });
  }
  if (!isFirst) return;
  await writeActivity(tx, {
    projectId: run.projectId,
    ticket: run.ticket ? { id: run.ticket.id, number: run.ticket.number } : null,
    actor: activityActor(systemActor),
    kind: "run_running",
    data: { run: run.id, agent: run.agent },
  });
}

/** Every result is stored and booked; the last one before the end classifies (rule 11). */
export function applyResult(
  session: RunSession,
  result: RunEventPayload<"result">,
  line: SpoolLine,
  batch: Batch,
): void {
  const { run, cost } = session;
  const booking = priceResult(result, cost, session.usage, run.model);
  const isEstimated = booking.doubts.length > 0;
  if (isEstimated) {
    const { usd, rawTotalUsd, doubts } = booking;
    session.context.log.warn({ run: run.id, usd, rawTotalUsd, doubts }, "a cost is in doubt");
  }
  result.bookedUsd = booking.usd;
  if (booking.rawTotalUsd !== null) cost.processTotalUsd = booking.rawTotalUsd;
  session.results.push(result);
  session.hasOpenTurn = false;
  session.usage.clear();
  const turns = session.run.turns + result.turns;
  batch.counters.turns = turns;
  session.run.turns = turns;
  if (result.contextTokens !== null) batch.counters.contextTokens = result.contextTokens;
  const sourceKey = `${run.id}/${session.n}/${line.startOffset}`;
  const model = Object.keys(result.modelUsage)[0] ?? run.model;
  batch.effects.push(async (tx) => {
    await storeBooking(tx, run, { ...booking, model, sourceKey, isEstimated });
    await tx.run.update({ where: { id: run.id }, data: { resultText: result.text } });
  });
  batch.after.push(async () => {
    const { costUsd, isCostEstimated } =
      await session.context.database.prisma.run.findUniqueOrThrow({
        where: { id: run.id },
        select: { costUsd: true, isCostEstimated: true },
      });
    run.costUsd = costUsd;
    session.live.update({
      turns,
      cost: Number(costUsd),
      isCostEstimated,
      contextTokens: result.contextTokens,
    });
    await recordCheckpoint(session, "turn");
    await endIfDone(session);
  });
}

/** The whole ladder; the keeper does the rest. */
export async function stopAgent(session: RunSession): Promise<void> {
  if (session.isStopSent) return;
  session.isStopSent = true;
  await session.keeper.send({ id: `stop-${session.n}`, kind: "stop" });
}
