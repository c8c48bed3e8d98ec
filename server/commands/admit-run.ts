/**
 * The only place that inserts a run. Whoever wants one to start (the engine's tick, a person, a retry,
 * a wake) comes through here. It never decides on what its caller read: the caller's view is advice,
 * all gates are judged again on locked rows (rules 8, 35).
 */
import type { ActivityActor } from "#server/contracts/activity.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import type { RunRequest, StartRequest } from "#server/core/automation/plan.ts";
import { evaluateGates, firstRefusal } from "#server/core/dispatch/gates.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { lockForAdmission } from "../store/sql/lock-admission.ts";
import { reserveMoney } from "../store/sql/reserve-money.ts";
import { inTransaction } from "../store/transaction.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import type { CauseText } from "../queries/run-cause.ts";
import { readTicketFacts } from "../queries/ticket-facts.ts";
import { actOnly } from "./act-only.ts";
import { noteData } from "./action-note.ts";
import { noteOutcomes } from "./action-rows.ts";
import { applyActions } from "./apply-actions.ts";
import { insertRun } from "./insert-run.ts";

export interface AdmissionInput {
  projectId: number;
  /** As judged without locks; its ticket's revision must still be the current one. */
  candidate: Candidate;
  /** What the caller resolved: names the groups and columns to lock; compared with the locked view. */
  request: StartRequest;
  /** Signs the activity row and the moves before the run. */
  actor: ActivityActor;
  cause: CauseText;
  /** The run it continues (retry, resume, readjust). */
  previousRunId?: string | null;
}

export type Admission =
  | { kind: "admitted"; runId: string; agent: string }
  /** An automation without runAgent did what it says. */
  | { kind: "acted" }
  | { kind: "refused"; gates: GateResult[]; refusal: GateResult }
  /** The ticket or the firing changed since the caller looked: the next tick sees it anew. */
  | { kind: "stale" };

/** Thrown to undo an admission whose money was taken by somebody else in between. */
class MoneyRefused extends Error {}

/**
 * One READ COMMITTED transaction: locks, gates, run with its reservation, column move, firing, session
 * row, contract, and one activity row `run_admitted` last.
 */
export async function admitRun(database: Database, input: AdmissionInput): Promise<Admission> {
  try {
    return await inTransaction(database, (tx) => admit(tx, input));
  } catch (error) {
    if (!(error instanceof MoneyRefused)) throw error;
    // The decision counts money in doubles, the database in decimals: at the last cent they may differ.
    return refusal([{ code: "BUDGET_RESERVED", pass: false, expected: null, actual: null }]);
  }
}

function refusal(gates: GateResult[]): Admission {
  const first = firstRefusal(gates);
  return first ? { kind: "refused", gates, refusal: first } : { kind: "stale" };
}

async function admit(tx: Tx, input: AdmissionInput): Promise<Admission> {
  const { projectId } = input;
  const wanted = input.request;
  const locked = await lockForAdmission(tx, {
    projectId,
    groups: wanted.kind === "run" ? [wanted.group, ...wanted.exclusions] : [],
    columns: columnsOf(input.candidate, wanted.actionsBefore),
    ticketId: input.candidate.ticket?.id ?? null,
  });
  // A look at one row saves the rest to a scheduler that comes second.
  const seen = input.candidate.ticket?.revision ?? null;
  if (locked === "gone" || locked.revision !== seen) return { kind: "stale" };

  const snapshot = await readDispatchSnapshot(tx, projectId, {
    isInTransaction: true,
    costsOf: wanted.agent === null ? [] : [wanted.agent],
  });
  const candidate = await readAgain(tx, snapshot, input.candidate, wanted.agent);
  if (candidate === null) return { kind: "stale" };
  const gates = evaluateGates(snapshot, candidate);
  if (firstRefusal(gates) !== null) return refusal(gates);
  const request = resolveRunRequest(snapshot, candidate);
  if (request.kind === "problem") return { kind: "stale" };
  if (!isSameLocking(wanted, request)) return { kind: "stale" };
  if (!(await takeFiring(tx, candidate, snapshot.now))) return { kind: "stale" };

  if (request.kind === "run") {
    return startRun(tx, input, { snapshot, candidate, request, gates });
  }
  await actOnly(tx, input.actor, { snapshot, candidate, request });
  return { kind: "acted" };
}

function columnsOf(candidate: Candidate, actions: StartRequest["actionsBefore"]): string[] {
  const targets = actions.flatMap((action) =>
    action.type === "moveTicketStatus" ? [action.to] : [],
  );
  return candidate.ticket && targets.length > 0 ? [candidate.ticket.column, ...targets] : targets;
}

/** The locks were chosen for one request; another one would not be protected by them. */
function isSameLocking(wanted: StartRequest, request: StartRequest): boolean {
  if (request.kind !== "run" || wanted.kind !== "run") return wanted.kind === request.kind;
  return (
    wanted.group === request.group && wanted.exclusions.join("\n") === request.exclusions.join("\n")
  );
}

/** The candidate on locked rows; null when its ticket or firing is not what the caller saw (rule 8). */
async function readAgain(
  tx: Tx,
  snapshot: DispatchSnapshot,
  candidate: Candidate,
  agent: string | null,
): Promise<Candidate | null> {
  let { ticket } = candidate;
  if (ticket !== null) {
    const facts = await readTicketFacts(tx, {
      projectId: snapshot.project.id,
      ticketIds: [ticket.id],
      automationIds: snapshot.config.automations.map((automation) => automation.id),
      agents: agent === null ? [] : [agent],
      config: snapshot.config,
      now: snapshot.now,
    });
    const found = facts.get(ticket.id) ?? null;
    if (found === null || found.revision !== ticket.revision) return null;
    ticket = found;
  }
  return { ...candidate, ticket };
}

async function takeFiring(tx: Tx, candidate: Candidate, now: Date): Promise<boolean> {
  if (candidate.firing === null) return true;
  const { count } = await tx.firing.updateMany({
    where: { id: candidate.firing.id, state: "owed" },
    data: { state: "admitted", settledAt: now },
  });
  return count === 1;
}

async function startRun(
  tx: Tx,
  input: AdmissionInput,
  decided: {
    snapshot: DispatchSnapshot;
    candidate: Candidate;
    request: RunRequest;
    gates: GateResult[];
  },
): Promise<Admission> {
  const { snapshot, candidate, request, gates } = decided;
  const { ticket } = candidate;
  const { project, config, now } = snapshot;
  const run = await insertRun(tx, {
    snapshot,
    candidate,
    request,
    // The gates as they stood, for "why did this start" (ux 22).
    cause: { ...input.cause, gates },
    previousRunId: input.previousRunId ?? null,
    forcedGates: gates.filter((gate) => gate.forced).map((gate) => gate.code),
  });
  if (ticket !== null) await settleSuperseded(tx, ticket.id, request.agent, candidate, now);
  const place = {
    projectId: project.id,
    automationId: request.automationId,
    runId: run.id,
    ticket,
  };
  const supervisors = Object.values(snapshot.members).filter((member) => member.isSupervisor);
  const slugs = supervisors.map((member) => member.slug);
  const money = await reserveMoney(tx, {
    runId: run.id,
    projectId: project.id,
    amountUsd: request.reservationUsd,
    capUsd: snapshot.budget.capUsd,
    supervisorCapUsd: slugs.includes(request.agent) ? snapshot.budget.supervisorCapUsd : null,
    supervisors: slugs,
    now,
    timeZone: config.timeZone ?? null,
  });
  if (money === "refused") throw new MoneyRefused();
  const applied = await applyActions(tx, request.actionsBefore, {
    projectId: project.id,
    ticketId: ticket?.id ?? null,
    automationId: request.automationId,
    now,
  });
  await noteOutcomes(tx, place, applied.notes, now);
  const after = ticket === null ? null : await readPlace(tx, ticket.id);
  const revision = await writeActivity(tx, {
    projectId: project.id,
    ticket: ticket ? { id: ticket.id, number: ticket.number } : null,
    actor: { ...input.actor, automationId: request.automationId ?? input.actor.automationId },
    kind: "run_admitted",
    data: {
      run: run.id,
      agent: request.agent,
      changes: applied.changes,
      ...(applied.comment === null ? {} : { comment: applied.comment }),
      ...noteData(applied.notes),
    },
  });
  await tx.run.update({
    where: { id: run.id },
    data: {
      admittedRevision: revision,
      budgetUsd: request.maxCostUsd ?? money.freeUsd,
      columnBefore: ticket?.column ?? null,
      columnAfter: after?.column ?? null,
      ticketRevision: after?.revision ?? null,
    },
  });
  return { kind: "admitted", runId: run.id, agent: request.agent };
}

/** Where the actions before the run left the ticket. */
async function readPlace(tx: Tx, ticketId: number): Promise<{ revision: number; column: string }> {
  const [row] = await tx.$queryRaw<{ revision: number; column: string }[]>`
    SELECT t."revision", c."name" AS "column" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE t."id" = ${ticketId}`;
  if (!row) throw new Error(`ticket ${ticketId}: expected its row, found none`);
  return row;
}

/** This start is the retry or wake that was owed to the pair, and answers what asked for a person. */
async function settleSuperseded(
  tx: Tx,
  ticketId: number,
  agent: string,
  candidate: Candidate,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    WITH superseded AS (
      UPDATE "Firing" SET "state" = 'closed', "reason" = 'superseded', "settledAt" = ${now}
       WHERE "ticketId" = ${ticketId} AND "agent" = ${agent} AND "state" = 'owed' AND "cause" IN ('retry', 'wake')
         AND "id" IS DISTINCT FROM ${candidate.firing?.id ?? null}::bigint
    )
    UPDATE "InboxItem" SET "closedAt" = ${now}, "closedBy" = 'system'
     WHERE "ticketId" = ${ticketId} AND "closedAt" IS NULL AND "kind" IN ('stuck', 'not_moved', 'loop', 'action_failed')`;
}
