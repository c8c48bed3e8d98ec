/**
 * The end of a run, in one transaction: post-run actions, what happens to the card, what is owed next,
 * money, the `ended` event last, and one activity row. It runs while the run still is active, so group,
 * ticket and session stay held until all of it is done (rules 2, 11, 33).
 */
import { systemActor } from "#server/contracts/actor.ts";
import type { RunOutcome } from "#server/contracts/words.ts";
import { isBoardAction } from "#server/core/automation/actions/action.ts";
import { decideEnding } from "#server/core/run/ending.ts";
import type { Ending } from "#server/core/run/ending.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { appendEvents } from "../store/sql/append-events.ts";
import type { EventRow } from "../store/sql/append-events.ts";
import { inTransaction } from "../store/transaction.ts";
import { noteData } from "./action-note.ts";
import { addComment, applyActions, moveTicket } from "./apply-actions.ts";
import { readEndingFacts } from "./ending-facts.ts";
import type { RunToSettle } from "./ending-facts.ts";
import { isForOutcome, leftUndone } from "./after-run.ts";
import { lockAllColumns } from "./lock-rows.ts";
import { oweChain } from "./owe-chain.ts";
import { oweNext } from "./owe-next.ts";
import { noteOutcomes } from "./action-rows.ts";
import type { Step } from "./step-owner.ts";

export interface SettleInput {
  runId: string;
  fence: number;
  outcome: RunOutcome;
  /** One line for people. */
  message: string;
  exitCode: number | null;
  exitSignal: string | null;
  /** When the login opens again, for `rate_limited`. */
  resetsAt: Date | null;
  now: Date;
  /** In [0, 1), for the jitter of pauses. */
  random01: number;
}

export interface SettledRun {
  seq: number;
  event: EventRow;
  ending: Ending;
}

/** Null: the run is not ours any more, or has ended already. */
export async function settleRun(
  database: Database,
  input: SettleInput,
): Promise<SettledRun | null> {
  return inTransaction(database, (tx) => settle(tx, input));
}

async function settle(tx: Tx, input: SettleInput): Promise<SettledRun | null> {
  const { runId, fence, outcome, now } = input;
  const place = await tx.run.findUnique({
    where: { id: runId },
    select: { projectId: true, ticketId: true },
  });
  if (!place) return null;
  await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${place.projectId} FOR NO KEY UPDATE`;
  const columns = await lockAllColumns(tx, place.projectId);
  if (place.ticketId !== null) {
    await tx.$executeRaw`SELECT 1 FROM "Ticket" WHERE "id" = ${place.ticketId} FOR NO KEY UPDATE`;
  }
  const [owned] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Run" WHERE "id" = ${runId} AND "fence" = ${fence} AND "state" <> 'ended' FOR NO KEY UPDATE`;
  if (!owned) return null;
  const run = await tx.run.findUniqueOrThrow({
    where: { id: runId },
    include: { project: true, ticket: { include: { column: true } }, firing: true },
  });

  const scope = {
    projectId: run.projectId,
    ticketId: run.ticketId,
    automationId: run.automationId,
    now,
  };
  const isParked =
    (await tx.question.count({ where: { runId, state: { in: ["open", "parked"] } } })) > 0;
  // What needs a step of its own was carried out by the worker before this.
  const steps = (run.actionsAfter as unknown as Step[])
    .slice(run.actionsDone)
    .filter((step) =>
      isForOutcome(step, { outcome, isParked, hasStarted: run.startedAt !== null }),
    );
  const actions = steps.filter((step) => step.type !== "chain").filter(isBoardAction);
  const liveTicket = run.ticket && run.ticket.deletedAt === null ? run.ticket : null;
  const acted = await applyActions(tx, actions, { ...scope, ticketId: liveTicket?.id ?? null });
  const hasMoved = acted.changes.some((change) => change.field === "status");

  const facts = await readEndingFacts(tx, run, {
    ...input,
    isParked,
    hasMoved,
  });
  const ending = decideEnding(facts);
  const { changes } = acted;
  let { comment } = acted;
  if (liveTicket !== null) {
    const card = { ...scope, ticketId: liveTicket.id };
    // Where the rule says where a failed card goes, it is not put back.
    if (ending.putBack && run.columnBefore !== null && !hasMoved) {
      const change = await moveTicket(tx, card, run.columnBefore);
      if (change) changes.push(change);
    }
    const blocked = columns.find((column) => column.role === "blocked");
    if (ending.moveToBlocked) {
      if (blocked) {
        const change = await moveTicket(tx, card, blocked.name);
        if (change) changes.push(change);
      }
      const { text } = ending.note ?? ending.reason;
      comment = await addComment(tx, card, "system", text, "system");
    }
    if (changes.length > acted.changes.length || comment !== acted.comment) {
      await tx.ticket.update({
        where: { id: liveTicket.id },
        data: { revision: { increment: 1 }, updatedAt: now, lastActivityAt: now },
      });
    }
  }
  await oweNext(tx, run, ending, outcome);
  const notes = [...acted.notes, ...leftUndone(steps), ...(await oweChain(tx, run, steps))];
  const { projectId, automationId } = run;
  await noteOutcomes(tx, { projectId, automationId, runId, ticket: liveTicket }, notes, now);
  await noteForPeople(tx, run, ending, now);
  if (outcome === "rate_limited" && input.resetsAt !== null) {
    await tx.providerLimit.upsert({
      where: { login_model: { login: "default", model: "" } },
      create: { login: "default", model: "", until: input.resetsAt, reason: input.message },
      update: { until: input.resetsAt, reason: input.message },
    });
  }

  const event: EventRow = {
    at: now,
    kind: "ended",
    parent: null,
    payload: {
      outcome,
      exitCode: input.exitCode,
      signal: input.exitSignal,
      message: input.message,
    },
    offset: 0,
  };
  const seq = run.nextSeq;
  await appendEvents(tx, {
    runId,
    fence,
    firstSeq: seq,
    processNumber: run.processNumber,
    events: [event],
    counters: {},
  });
  await tx.run.update({
    where: { id: runId },
    data: {
      state: "ended",
      outcome,
      endedAt: now,
      exitCode: input.exitCode,
      exitSignal: input.exitSignal,
      error: outcome === "completed" ? null : input.message,
      resetsAt: input.resetsAt,
      actionsDone: (run.actionsAfter as unknown[]).length,
      tokenSecret: null,
      leaseUntil: null,
      ...(ending.wakeOn === null
        ? {}
        : {
            wakeOn: { kind: ending.wakeOn.kind, until: ending.wakeOn.until?.toISOString() ?? null },
          }),
    },
  });
  await tx.reservation.updateMany({ where: { runId, closedAt: null }, data: { closedAt: now } });
  await tx.runCommand.updateMany({
    where: { runId, state: "queued", kind: { not: "steer" } },
    data: { state: "failed", error: "the run has ended" },
  });
  if (outcome === "stopped") {
    await tx.question.updateMany({
      where: { runId, state: { in: ["open", "parked"] } },
      data: { state: "withdrawn" },
    });
  } else {
    await tx.question.updateMany({ where: { runId, state: "open" }, data: { state: "parked" } });
  }
  await tx.outboxEvent.create({
    data: {
      projectId: run.projectId,
      event: "ended",
      payload: { run: runId, agent: run.agent, ticket: run.ticket?.number ?? null, outcome },
    },
  });
  const actor = activityActor(systemActor, run.automationId);
  await writeActivity(tx, {
    projectId: run.projectId,
    ticket: run.ticket ? { id: run.ticket.id, number: run.ticket.number } : null,
    actor:
      acted.changes.length > 0 && run.automationId !== null
        ? { kind: "automation", slug: run.automationId, runId, automationId: run.automationId }
        : actor,
    kind: "run_ended",
    data: {
      run: runId,
      agent: run.agent,
      outcome,
      changes,
      ...(comment === null ? {} : { comment }),
      ...noteData(notes),
    },
  });
  return { seq, event, ending };
}

/** What a person has to look at, under Needs you. */
async function noteForPeople(tx: Tx, run: RunToSettle, ending: Ending, now: Date): Promise<void> {
  const isAsleepForGood = ending.wakeOn?.kind === "lost" && ending.next === null;
  const kind =
    ending.holdPair === "stuck"
      ? "stuck"
      : isAsleepForGood
        ? "interrupted"
        : ending.isUnmoved
          ? "not_moved"
          : null;
  if (kind === null) return;
  await tx.inboxItem.create({
    data: {
      projectId: run.projectId,
      ticketId: run.ticketId,
      runId: run.id,
      kind,
      data: { agent: run.agent, sentence: { ...ending.reason } },
      createdAt: now,
    },
  });
}
