/**
 * The end of runs, in one transaction: post-run actions, what happens to the card, what is owed next,
 * money, the `ended` event, and one activity row each. It runs while a run still is active, so group,
 * ticket and session stay held until all of it is done (rules 2, 11, 33).
 */
import { systemActor } from "#server/contracts/actor.ts";
import type { FieldChange } from "#server/contracts/activity.ts";
import type { RunOutcome } from "#server/contracts/words.ts";
import { isBoardAction } from "#server/core/automation/actions/action.ts";
import { decideEnding } from "#server/core/run/ending.ts";
import type { Ending } from "#server/core/run/ending.ts";
import { failpoint } from "../lib/failpoint.ts";
import { activityActor } from "../store/activity.ts";
import type { ActivityEntry } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import type { EventRow } from "../store/sql/append-events.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { lockForSettlement } from "../store/sql/lock-settlement.ts";
import { readEnds } from "../store/sql/read-ends.ts";
import type { EndRow } from "../store/sql/read-ends.ts";
import { storeEnds } from "../store/sql/store-ends.ts";
import type { StoredEnd } from "../store/sql/store-ends.ts";
import { inSqlTransaction, inTransaction } from "../store/transaction.ts";
import { noteData } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";
import { noteOutcomes } from "./action-rows.ts";
import { isForOutcome, leftUndone } from "./after-run.ts";
import { addComment, applyActions, moveTicket } from "./apply-actions.ts";
import { readEndingFacts } from "./ending-facts.ts";
import { oweChain } from "./owe-chain.ts";
import { oweNext } from "./owe-next.ts";
import { createLanes } from "./settle-lanes.ts";
import type { Step } from "./step-owner.ts";

export interface SettleInput {
  projectId: number;
  runId: string;
  fence: number;
  outcome: RunOutcome;
  /** One line for people. */
  message: string;
  exitCode: number | null;
  exitSignal: string | null;
  /** When the login opens again, for `rate_limited`. */
  resetsAt: Date | null;
  /** null: the database's clock, by which due times are read (rule 10). */
  now: Date | null;
  /** In [0, 1), for the jitter of pauses. */
  random01: number;
}

/** The same with the time that holds for it. */
type TimedEnd = SettleInput & { now: Date };

export interface SettledRun {
  seq: number;
  event: EventRow;
  ending: Ending;
}

type SettleAnswer = SettledRun | "undo_owed" | null;

/**
 * Null: the run is not ours any more, or has ended already. `undo_owed`: what was asked for before its end
 * comes first, while its group is held. Ends of one project that come while another
 * is being settled by this process are settled together after it, each with its own fence.
 */
export function settleRun(database: Database, input: SettleInput): Promise<SettleAnswer> {
  return lanes.add(database, input.projectId, input);
}

const lanes = createLanes<SettleInput, SettleAnswer>({
  together: (database, projectId, inputs) =>
    inSqlTransaction(database, (sql) => settle(sql, null, projectId, inputs)),
  alone: async (database, projectId, input) => {
    const [answer] = await inTransaction(database, (tx) => settle(tx, tx, projectId, [input]));
    return answer === "alone" || answer === undefined ? null : answer;
  },
});

/** A run that ends now, with what there is to do after it. */
interface EndingRun {
  input: TimedEnd;
  run: EndRow;
  steps: Step[];
}

/** `alone`: it has more to do than hand-written SQL can, for which `models` must be there. */
async function settle(
  sql: SqlRunner,
  models: Tx | null,
  projectId: number,
  inputs: SettleInput[],
): Promise<(SettleAnswer | "alone")[]> {
  const ids = inputs.map(({ runId }) => runId);
  // The second does not wait for the answer to the first, but comes after it.
  const [, rows] = await Promise.all([
    lockForSettlement(sql, projectId, ids),
    readEnds(sql, projectId, inputs),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const stored: StoredEnd[] = [];
  const entries: Omit<ActivityEntry, "projectId">[] = [];
  const answers: (SettleAnswer | "alone")[] = [];
  for (const input of inputs) {
    const run = rowOf.get(input.runId);
    if (!run) {
      answers.push(null);
      continue;
    }
    if (run.isUndoOwed) {
      answers.push("undo_owed");
      continue;
    }
    const timed = { ...input, now: input.now ?? run.now };
    const ending = { input: timed, run, steps: stepsFor(run, input) };
    if (models === null && !isPlainEnd(ending)) {
      answers.push("alone");
      continue;
    }
    // The same run asked for twice ends once.
    rowOf.delete(input.runId);
    const settled = await settleOne(sql, models, ending);
    stored.push(settled.stored);
    entries.push(settled.entry);
    answers.push(settled.answer);
  }
  if (stored.length > 0) await storeEnds(sql, projectId, stored, entries);
  failpoint("settle.beforeCommit");
  return answers;
}

/** What needs a step of its own was carried out by the worker before this. */
function stepsFor(run: EndRow, { outcome }: SettleInput): Step[] {
  const isParked = run.questions > 0;
  return (run.actionsAfter as Step[])
    .slice(run.actionsDone)
    .filter((step) => isForOutcome(step, { outcome, isParked, hasStarted: run.hasStarted }));
}

/** It completed and nothing is left to do: its end takes no lock beside those that all have taken. */
function isPlainEnd({ input, run, steps }: EndingRun): boolean {
  return input.outcome === "completed" && run.questions === 0 && steps.length === 0;
}

async function settleOne(
  sql: SqlRunner,
  models: Tx | null,
  end: EndingRun,
): Promise<{
  stored: StoredEnd;
  entry: Omit<ActivityEntry, "projectId">;
  answer: SettledRun;
}> {
  const { input, run } = end;
  const { runId, outcome, now } = input;
  const { ending, changes, comment, notes, hasActed } =
    models === null ? await endPlainly(sql, run, input) : await carryOut(models, end);
  const payload = {
    outcome,
    exitCode: input.exitCode,
    signal: input.exitSignal,
    message: input.message,
  };
  const seq = run.nextSeq;
  const { automationId } = run;
  return {
    stored: {
      runId,
      ticketId: run.ticketId,
      outcome,
      endedAt: now,
      exitCode: input.exitCode,
      exitSignal: input.exitSignal,
      error: outcome === "completed" ? null : input.message,
      resetsAt: input.resetsAt,
      actionsDone: (run.actionsAfter as unknown[]).length,
      wakeOn: ending.wakeOn && {
        kind: ending.wakeOn.kind,
        until: ending.wakeOn.until?.toISOString() ?? null,
      },
      event: { seq, processNumber: run.processNumber, kind: "ended", payload },
      inbox: rowForPeople(run, ending),
    },
    entry: {
      ticket: run.ticket ? { id: run.ticket.id, number: run.ticket.number } : null,
      actor:
        hasActed && automationId !== null
          ? { kind: "automation", slug: automationId, runId, automationId }
          : activityActor(systemActor, automationId),
      kind: "run_ended",
      data: {
        run: runId,
        agent: run.agent,
        outcome,
        changes,
        ...(comment === null ? {} : { comment }),
        ...noteData(notes),
      },
    },
    answer: { seq, event: { at: now, kind: "ended", parent: null, payload, offset: 0 }, ending },
  };
}

/** What the end does to the board beside the run itself. */
interface Consequences {
  ending: Ending;
  changes: FieldChange[];
  /** Number of the last comment made. */
  comment: number | null;
  notes: ActionNote[];
  /** The rule's own actions changed the ticket. */
  hasActed: boolean;
}

/** Of a run after which nothing is left to do. */
async function endPlainly(sql: SqlRunner, run: EndRow, input: TimedEnd): Promise<Consequences> {
  const facts = await readEndingFacts(sql, run, { ...input, isParked: false, hasMoved: false });
  const ending = decideEnding(facts);
  return { ending, changes: [], comment: null, notes: [], hasActed: false };
}

async function carryOut(tx: Tx, { input, run, steps }: EndingRun): Promise<Consequences> {
  const { outcome, now } = input;
  const { projectId, automationId } = run;
  const scope = { projectId, automationId, now };
  const liveTicket = run.ticket !== null && !run.ticket.isDeleted ? run.ticket : null;
  const actions = steps.filter((step) => step.type !== "chain").filter(isBoardAction);
  const acted = await applyActions(tx, actions, { ...scope, ticketId: liveTicket?.id ?? null });
  const hasMoved = acted.changes.some((change) => change.field === "status");
  const isParked = run.questions > 0;
  const ending = decideEnding(await readEndingFacts(tx, run, { ...input, isParked, hasMoved }));
  const changes = [...acted.changes];
  let { comment } = acted;
  if (liveTicket !== null) {
    const card = { ...scope, ticketId: liveTicket.id };
    // Where the rule says where a failed card goes, it is not put back.
    if (ending.putBack && run.columnBefore !== null && !hasMoved) {
      const change = await moveTicket(tx, card, run.columnBefore);
      if (change) changes.push(change);
    }
    if (ending.moveToBlocked) {
      if (run.blockedColumn !== null) {
        const change = await moveTicket(tx, card, run.blockedColumn);
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
  const list = { projectId, automationId, runId: run.id, ticket: liveTicket };
  await noteOutcomes(tx, list, notes, now);
  if (outcome === "rate_limited" && input.resetsAt !== null) {
    await tx.providerLimit.upsert({
      where: { login_model: { login: "default", model: "" } },
      create: { login: "default", model: "", until: input.resetsAt, reason: input.message },
      update: { until: input.resetsAt, reason: input.message },
    });
  }
  return { ending, changes, comment, notes, hasActed: acted.changes.length > 0 };
}

/** What a person has to look at, under Needs you. */
function rowForPeople(run: EndRow, ending: Ending): StoredEnd["inbox"] {
  const isAsleepForGood = ending.wakeOn?.kind === "lost" && ending.next === null;
  const kind =
    ending.holdPair === "stuck"
      ? "stuck"
      : isAsleepForGood
        ? "interrupted"
        : ending.isUnmoved
          ? "not_moved"
          : null;
  return kind && { kind, data: { agent: run.agent, sentence: ending.reason } };
}
