/**
 * The only place that inserts runs. Whoever wants one to start (the engine's tick, a person, a retry,
 * a wake) comes through here. It never decides on what its caller read: the caller's view is advice,
 * all gates are judged again on locked rows (rules 8, 35).
 */
import { failpoint } from "../lib/failpoint.ts";
import type { Database } from "../store/client.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { lockForAdmission } from "../store/sql/lock-admission.ts";
import { inSqlTransaction, inTransaction } from "../store/transaction.ts";
import type { Admission, AdmissionInput, Taker } from "./admission.ts";
import { carryOut, NeedsModels, Undone } from "./carry-out-admission.ts";
import type { Transaction } from "./carry-out-admission.ts";
import { judge, readLocked } from "./judge-locked.ts";
import type { LockedView } from "./judge-locked.ts";
import { isPlainStart, targetColumns } from "./prepare-ticket.ts";

/** One admission; see {@link admitRuns}. */
export async function admitRun(database: Database, input: AdmissionInput): Promise<Admission> {
  const [admission] = await admitTogether(database, [input], null);
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
  taker: Taker | null = null,
): Promise<Admission[]> {
  try {
    return await admitTogether(database, inputs, taker);
  } catch (error) {
    if (inputs.length < 2) throw error;
    // One of them must not hold the others back.
    const admissions: Admission[] = [];
    for (const input of inputs) admissions.push(await admitRun(database, input));
    return admissions;
  }
}

/** Throws {@link Undone} for several, which then are tried one by one. */
async function admitTogether(
  database: Database,
  inputs: AdmissionInput[],
  taker: Taker | null,
): Promise<Admission[]> {
  try {
    return await inItsTransaction(database, inputs, taker);
  } catch (error) {
    if (!(error instanceof Undone) || inputs.length > 1) throw error;
    return [error.answer];
  }
}

async function inItsTransaction(
  database: Database,
  inputs: AdmissionInput[],
  taker: Taker | null,
): Promise<Admission[]> {
  if (inputs.every(({ candidate, request }) => isPlainStart(candidate, request))) {
    try {
      return await inSqlTransaction(database, (sql) => admit({ sql, models: null, taker }, inputs));
    } catch (error) {
      if (!(error instanceof NeedsModels)) throw error;
    }
  }
  return inTransaction(database, (tx) => admit({ sql: tx, models: tx, taker: null }, inputs));
}

async function admit(tx: Transaction, inputs: AdmissionInput[]): Promise<Admission[]> {
  const answers = new Map<AdmissionInput, Admission>();
  const [first] = inputs;
  if (first) {
    const { projectId } = first;
    const { present, view } = await lookUnderLocks(tx.sql, projectId, inputs);
    const judged = view === null ? [] : judge(view, present, answers);
    if (view !== null && judged.length > 0) await carryOut(tx, view, judged, answers);
    failpoint("admit.beforeCommit");
  }
  return inputs.map((input) => answers.get(input) ?? { kind: "stale" });
}

/** The inputs whose tickets are what their callers saw, and the board on locked rows. */
async function lookUnderLocks(
  sql: SqlRunner,
  projectId: number,
  inputs: AdmissionInput[],
): Promise<{ present: AdmissionInput[]; view: LockedView | null }> {
  // The statements that read come after those that lock, and need no answer of theirs.
  if (inputs.length === 1) {
    const [present, view] = await Promise.all([
      lockAll(sql, projectId, inputs),
      readLocked(sql, projectId, inputs),
    ]);
    return { present, view };
  }
  const present = await lockAll(sql, projectId, inputs);
  // A look at the locked rows saves the rest to a scheduler that comes second.
  return { present, view: present.length === 0 ? null : await readLocked(sql, projectId, present) };
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
