import type { GateResult } from "#server/contracts/why.ts";
import type { StartRequest } from "#server/core/automation/plan.ts";
import { decideInOrder } from "#server/core/dispatch/decide.ts";
import { firstRefusal } from "#server/core/dispatch/gates.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { askTicketRows, toTicketFacts } from "../queries/ticket-facts.ts";
import type { TicketRow } from "../queries/ticket-rows.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { readStartFacts } from "../store/sql/read-start-facts.ts";
import type { StartFacts } from "../store/sql/read-start-facts.ts";
import type { Admission, AdmissionInput } from "./admission.ts";
import { targetColumns } from "./prepare-ticket.ts";

/** An input as it is judged on locked rows. */
export interface Judged<Request = StartRequest> {
  input: AdmissionInput;
  candidate: Candidate;
  request: Request;
  gates: GateResult[];
}

/** What an admission sees on locked rows. */
export interface LockedView {
  snapshot: DispatchSnapshot;
  rows: TicketRow[];
  facts: StartFacts;
}

/**
 * Reads what these inputs are judged by, in statements that come after the caller's locks (rule 8). They
 * do not wait for each other: what is asked follows from the inputs alone.
 */
export async function readLocked(
  sql: SqlRunner,
  projectId: number,
  inputs: readonly AdmissionInput[],
): Promise<LockedView> {
  const uncapped = inputs.flatMap(({ request }) =>
    request.kind === "run" && request.maxCostUsd === null ? request.agent : [],
  );
  const [snapshot, rows, facts] = await Promise.all([
    readDispatchSnapshot(sql, projectId, { isInTransaction: true, costsOf: uncapped }),
    askTicketRows(sql, {
      projectId,
      ticketIds: inputs.flatMap(({ candidate }) => candidate.ticket?.id ?? []),
      now: null,
    }),
    readStartFacts(sql, {
      projectId,
      agents: agentsOf(inputs),
      previousRunIds: inputs.flatMap(({ previousRunId }) => previousRunId ?? []),
      columns: inputs.flatMap(({ request }) => targetColumns(request)),
    }),
  ]);
  return { snapshot, rows, facts };
}

/** What may start of these inputs; what a gate refuses is noted in `answers`. */
export function judge(
  view: LockedView,
  inputs: readonly AdmissionInput[],
  answers: Map<AdmissionInput, Admission>,
): Judged[] {
  const inputOf = seeAgain(view, inputs);
  // Which groups are kept free is the caller's advice: it saw all that wait.
  const board = { ...view.snapshot, groupReservation: null };
  const decision = decideInOrder(board, [...inputOf.keys()]);
  for (const { candidate, gates } of decision.refusals) {
    const input = inputOf.get(candidate);
    const refusal = firstRefusal(gates);
    if (input && refusal) answers.set(input, { kind: "refused", gates, refusal });
  }
  return decision.admissions.flatMap(({ candidate, request, gates }): Judged[] => {
    const input = inputOf.get(candidate);
    return input && isSameLocking(input.request, request)
      ? [{ input, candidate, request, gates }]
      : [];
  });
}

function agentsOf(inputs: readonly AdmissionInput[]): string[] {
  return [...new Set(inputs.flatMap(({ request }) => request.agent ?? []))];
}

/**
 * The locks and what was read under them were chosen for one request; another one would not be protected
 * by them.
 */
function isSameLocking(wanted: StartRequest, request: StartRequest): boolean {
  if (request.agent !== wanted.agent) return false;
  if (targetColumns(request).join("\n") !== targetColumns(wanted).join("\n")) return false;
  if (request.kind !== "run" || wanted.kind !== "run") return wanted.kind === request.kind;
  if ((wanted.maxCostUsd === null) !== (request.maxCostUsd === null)) return false;
  return (
    wanted.group === request.group && wanted.exclusions.join("\n") === request.exclusions.join("\n")
  );
}

/** The candidates on locked rows, in their order; one whose ticket is not what the caller saw is absent. */
function seeAgain(
  { snapshot, rows }: LockedView,
  inputs: readonly AdmissionInput[],
): Map<Candidate, AdmissionInput> {
  const facts = toTicketFacts(rows, {
    projectId: snapshot.project.id,
    automationIds: snapshot.config.automations.map((automation) => automation.id),
    agents: agentsOf(inputs),
    config: snapshot.config,
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
