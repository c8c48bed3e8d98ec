/**
 * The only place that inserts runs. Whoever wants one to start (the engine's tick, a person, a retry,
 * a wake) comes through here. It never decides on what its caller read: the caller's view is advice,
 * all gates are judged again on locked rows (rules 8, 35).
 */
import type { ActivityActor } from "#server/contracts/activity.ts";
import type { GateResult } from "#server/contracts/why.ts";
import type { RunRequest, StartRequest } from "#server/core/automation/plan.ts";
import { decideInOrder } from "#server/core/dispatch/decide.ts";
import { firstRefusal } from "#server/core/dispatch/gates.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { newRunId } from "../lib/ids.ts";
import type { Database, Tx } from "../store/client.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { lockForAdmission } from "../store/sql/lock-admission.ts";
import { readStartFacts } from "../store/sql/read-start-facts.ts";
import { settleAdmitted } from "../store/sql/settle-admitted.ts";
import { inSqlTransaction, inTransaction } from "../store/transaction.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import type { CauseText } from "../queries/run-cause.ts";
import { readTicketFacts } from "../queries/ticket-facts.ts";
import { actOnly } from "./act-only.ts";
import { noteData } from "./action-note.ts";
import { insertRuns } from "./insert-run.ts";
import type { NewRun } from "./insert-run.ts";
import { isPlainStart, planMoves, prepareTicket, targetColumns } from "./prepare-ticket.ts";

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

/** Undoes an admission: its money or its firing was taken by somebody else in between. */
class Undone extends Error {
  constructor(readonly answer: Admission) {
    super(answer.kind);
  }
}

/** Undoes an admission that has more to do than hand-written SQL can: it is made again by Prisma's client. */
class NeedsModels extends Error {}

/** The transaction of an admission. `models`: absent where it is hand-written SQL alone, for plain starts. */
interface Transaction {
  sql: SqlRunner;
  models: Tx | null;
}

/** An input as it is judged on locked rows. */
interface Judged<Request = StartRequest> {
  input: AdmissionInput;
  candidate: Candidate;
  request: Request;
  gates: GateResult[];
}

/** One admission; see {@link admitRuns}. */
export async function admitRun(database: Database, input: AdmissionInput): Promise<Admission> {
  const [admission] = await admitTogether(database, [input]);
  return admission ?? { kind: "stale" };
}

/**
 * Admits several candidates of one project, in their order, in one READ COMMITTED transaction: locks,
 * gates, then runs with their reservations, column moves, firings, session rows, contracts, and one
 * activity row `run_admitted` for each, last. Each is judged against the board as those before it leave
 * it. What cannot be done together (the last cent, a firing that is gone) is tried one by one. Every
 * ticket is named once at most. The answers are in the order of the inputs.
 */
export async function admitRuns(
  database: Database,
  inputs: AdmissionInput[],
): Promise<Admission[]> {
  try {
    return await admitTogether(database, inputs);
  } catch (error) {
    if (inputs.length < 2) throw error;
    // One of them must not hold the others back.
    const admissions: Admission[] = [];
    for (const input of inputs) admissions.push(await admitRun(database, input));
    return admissions;
  }
}

/** Throws {@link Undone} for several, which then are tried one by one. */
async function admitTogether(database: Database, inputs: AdmissionInput[]): Promise<Admission[]> {
  try {
    return await inItsTransaction(database, inputs);
  } catch (error) {
    if (!(error instanceof Undone) || inputs.length > 1) throw error;
    return [error.answer];
  }
}

async function inItsTransaction(
  database: Database,
  inputs: AdmissionInput[],
): Promise<Admission[]> {
  if (inputs.every(({ candidate, request }) => isPlainStart(candidate, request))) {
    try {
      return await inSqlTransaction(database, (sql) => admit({ sql, models: null }, inputs));
    } catch (error) {
      if (!(error instanceof NeedsModels)) throw error;
    }
  }
  return inTransaction(database, (tx) => admit({ sql: tx, models: tx }, inputs));
}

async function admit(tx: Transaction, inputs: AdmissionInput[]): Promise<Admission[]> {
  const answers = new Map<AdmissionInput, Admission>();
  const [first] = inputs;
  if (first) {
    const { projectId } = first;
    const present = await lockAll(tx.sql, projectId, inputs);
    // A look at the locked rows saves the rest to a scheduler that comes second.
    if (present.length > 0) await decideLocked(tx, projectId, present, answers);
  }
  return inputs.map((input) => answers.get(input) ?? { kind: "stale" });
}

/** The inputs whose tickets are what their callers saw. */
async function lockAll(
  sql: SqlRunner,
  projectId: number,
  inputs: AdmissionInput[],
): Promise<AdmissionInput[]> {
  const revisions = await lockForAdmission(sql, {
    projectId,
    groups: inputs.flatMap(({ request }) =>
      request.kind === "run" ? [request.group, ...request.exclusions] : [],
    ),
    columns: inputs.flatMap(({ candidate, request }) => {
      const targets = targetColumns(request);
      return candidate.ticket && targets.length > 0
        ? [candidate.ticket.column, ...targets]
        : targets;
    }),
    ticketIds: inputs.flatMap(({ candidate }) => candidate.ticket?.id ?? []),
  });
  return inputs.filter(
    ({ candidate: { ticket } }) => ticket === null || revisions.get(ticket.id) === ticket.revision,
  );
}

async function decideLocked(
  tx: Transaction,
  projectId: number,
  inputs: AdmissionInput[],
  answers: Map<AdmissionInput, Admission>,
): Promise<void> {
  const agents = [...new Set(inputs.flatMap(({ request }) => request.agent ?? []))];
  const snapshot = await readDispatchSnapshot(tx.sql, projectId, {
    isInTransaction: true,
    costsOf: agents,
  });
  const inputOf = await readAgain(tx.sql, snapshot, inputs, agents);
  // Which groups are kept free is the caller's advice: it saw all that wait.
  const decision = decideInOrder({ ...snapshot, groupReservation: null }, [...inputOf.keys()]);
  for (const { candidate, gates } of decision.refusals) {
    const input = inputOf.get(candidate);
    const refusal = firstRefusal(gates);
    if (input && refusal) answers.set(input, { kind: "refused", gates, refusal });
  }
  const judged = decision.admissions.flatMap(({ candidate, request, gates }): Judged[] => {
    const input = inputOf.get(candidate);
    return input && isSameLocking(input.request, request)
      ? [{ input, candidate, request, gates }]
      : [];
  });
  if (judged.length > 0) await carryOut(tx, snapshot, judged, answers);
}

/** The locks were chosen for one request; another one would not be protected by them. */
function isSameLocking(wanted: StartRequest, request: StartRequest): boolean {
  if (request.kind !== "run" || wanted.kind !== "run") return wanted.kind === request.kind;
  return (
    wanted.group === request.group && wanted.exclusions.join("\n") === request.exclusions.join("\n")
  );
}

/** The candidates on locked rows, in their order; one whose ticket is not what the caller saw is absent. */
async function readAgain(
  sql: SqlRunner,
  snapshot: DispatchSnapshot,
  inputs: AdmissionInput[],
  agents: string[],
): Promise<Map<Candidate, AdmissionInput>> {
  const facts = await readTicketFacts(sql, {
    projectId: snapshot.project.id,
    ticketIds: inputs.flatMap(({ candidate }) => candidate.ticket?.id ?? []),
    automationIds: snapshot.config.automations.map((automation) => automation.id),
    agents,
    config: snapshot.config,
    now: snapshot.now,
  });
  const found = new Map<Candidate, AdmissionInput>();
  for (const input of inputs) {
    const seen = input.candidate.ticket;
    const ticket = seen === null ? null : facts.get(seen.id);
    if (ticket === undefined || ticket?.revision !== seen?.revision) continue;
    found.set({ ...input.candidate, ticket }, input);
  }
  return found;
}

async function carryOut(
  { sql, models }: Transaction,
  snapshot: DispatchSnapshot,
  judged: Judged[],
  answers: Map<AdmissionInput, Admission>,
): Promise<void> {
  const { project, now } = snapshot;
  const starts = judged.filter(isRun);
  const facts = await readStartFacts(sql, {
    projectId: project.id,
    agents: [...new Set(starts.map(({ request }) => request.agent))],
    previousRunIds: starts.flatMap(({ input }) => input.previousRunId ?? []),
    columns: starts.flatMap(({ request }) => targetColumns(request)),
  });
  const moves = await planMoves(sql, snapshot, facts, starts);
  const settled = judged.map(({ candidate, request }) => ({
    ticketId: candidate.ticket?.id ?? null,
    agent: request.kind === "run" ? request.agent : null,
    firingId: candidate.firing?.id ?? null,
    move: moves.get(candidate) ?? null,
  }));
  if (!(await settleAdmitted(sql, settled, now))) throw new Undone({ kind: "stale" });
  for (const { input, candidate, request } of judged) {
    if (request.kind === "run") continue;
    if (models === null) throw new NeedsModels();
    await actOnly(models, input.actor, { snapshot, candidate, request });
    answers.set(input, { kind: "acted" });
  }
  const runs: NewRun[] = [];
  for (const start of starts) {
    const run = await prepareRun(models, snapshot, start, moves);
    runs.push(run);
    answers.set(start.input, { kind: "admitted", runId: run.id, agent: start.request.agent });
  }
  if (runs.length > 0 && (await insertRuns(sql, snapshot, facts, runs)) === "refused") {
    // The decision counts money in doubles, the database in decimals: at the last cent they may differ.
    const refusal = { code: "BUDGET_RESERVED", pass: false, expected: null, actual: null } as const;
    throw new Undone({ kind: "refused", gates: [refusal], refusal });
  }
}

function isRun(judged: Judged): judged is Judged<RunRequest> {
  return judged.request.kind === "run";
}

/** Does what comes before the run with its ticket and says what is to be inserted. */
async function prepareRun(
  models: Tx | null,
  snapshot: DispatchSnapshot,
  { input, candidate, request, gates }: Judged<RunRequest>,
  moves: Awaited<ReturnType<typeof planMoves>>,
): Promise<NewRun> {
  const id = newRunId();
  const { ticket } = candidate;
  const move = moves.get(candidate);
  const prepared = await prepareTicket(models, snapshot, { runId: id, candidate, request, move });
  if (prepared === null) throw new NeedsModels();
  const { applied, place } = prepared;
  return {
    id,
    candidate,
    request,
    // The gates as they stood, for "why did this start" (ux 22).
    cause: { ...input.cause, gates },
    previousRunId: input.previousRunId ?? null,
    forcedGates: gates.filter((gate) => gate.forced).map((gate) => gate.code),
    place,
    entry: {
      ticket: ticket ? { id: ticket.id, number: ticket.number } : null,
      actor: { ...input.actor, automationId: request.automationId ?? input.actor.automationId },
      kind: "run_admitted",
      data: {
        run: id,
        agent: request.agent,
        changes: applied.changes,
        ...(applied.comment === null ? {} : { comment: applied.comment }),
        ...noteData(applied.notes),
      },
    },
  };
}
