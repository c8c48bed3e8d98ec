import type { RunRequest } from "#server/core/automation/plan.ts";
import { packGates } from "#server/core/dispatch/packed-gates.ts";
import { newRunId } from "../lib/ids.ts";
import type { Tx } from "../store/client.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { settleAdmitted } from "../store/sql/settle-admitted.ts";
import { actOnly } from "./act-only.ts";
import { noteData } from "./action-note.ts";
import type { Admission, AdmissionInput, Taker } from "./admission.ts";
import { causeOf } from "./cause-of.ts";
import { insertRuns } from "./insert-run.ts";
import type { NewRun } from "./insert-run.ts";
import type { Judged, LockedView } from "./judge-locked.ts";
import { planMoves, prepareTicket } from "./prepare-ticket.ts";

/** Undoes an admission: its money or its firing was taken by somebody else in between. */
export class Undone extends Error {
  constructor(readonly answer: Admission) {
    super(answer.kind);
  }
}

/** Undoes an admission that has more to do than hand-written SQL can: it is made again by Prisma's client. */
export class NeedsModels extends Error {}

/** The transaction of an admission. */
export interface Transaction {
  sql: SqlRunner;
  /** Absent where it is hand-written SQL alone, for plain starts. */
  models: Tx | null;
  taker: Taker | null;
}

/**
 * Writes what was judged on locked rows: plain starts with all that belongs to them by one statement, the
 * last of the transaction. Throws {@link Undone} or {@link NeedsModels} where none of it must stay.
 */
export async function carryOut(
  tx: Transaction,
  view: LockedView,
  judged: Judged[],
  answers: Map<AdmissionInput, Admission>,
): Promise<void> {
  const { sql, models } = tx;
  const { snapshot, facts } = view;
  const starts = judged.filter(isRun);
  const moves = await planMoves(sql, snapshot, facts, starts);
  const settled = judged.map(({ candidate, request }) => ({
    ticketId: candidate.ticket?.id ?? null,
    agent: request.kind === "run" ? request.agent : null,
    firingId: candidate.firing?.id ?? null,
    move: moves.get(candidate) ?? null,
  }));
  // What comes before a run with its ticket must find its firing taken.
  if (models !== null && !(await settleAdmitted(sql, settled, snapshot.now))) {
    throw new Undone({ kind: "stale" });
  }
  for (const { input, candidate, request } of judged) {
    if (request.kind === "run") continue;
    if (models === null) throw new NeedsModels();
    await actOnly(models, input.actor, { snapshot, candidate, request });
    answers.set(input, { kind: "acted" });
  }
  const runs: NewRun[] = [];
  for (const start of starts) runs.push(await prepareRun(models, view, start, moves));
  if (runs.length === 0) return;
  const taker = tx.taker;
  const inserted = await insertRuns(sql, view, runs, {
    settled: models === null ? settled : [],
    taker,
  });
  if (inserted === "stale") throw new Undone({ kind: "stale" });
  if (inserted === "refused") {
    // The decision counts money in doubles, the database in decimals: at the last cent they may differ.
    const refusal = { code: "BUDGET_RESERVED", pass: false, expected: null, actual: null } as const;
    throw new Undone({ kind: "refused", gates: [refusal], refusal });
  }
  for (const [index, { input, request }] of starts.entries()) {
    const run = runs[index];
    if (run === undefined) continue;
    const fence = taker !== null && index < taker.atMost ? FIRST_FENCE : null;
    answers.set(input, { kind: "admitted", runId: run.id, agent: request.agent, fence });
  }
}

/** Of a run that is claimed for the first time. */
const FIRST_FENCE = 1;

function isRun(judged: Judged): judged is Judged<RunRequest> {
  return judged.request.kind === "run";
}

/** Does what comes before the run with its ticket and says what is to be inserted. */
async function prepareRun(
  models: Tx | null,
  { snapshot }: LockedView,
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
    cause: { ...(input.cause ?? causeOf(candidate, snapshot)), gates: packGates(gates) },
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
