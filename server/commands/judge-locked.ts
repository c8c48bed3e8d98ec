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
  facts: StartFacts;
}

/**
 * Judges these inputs on the rows that the caller has locked, in statements that come after the locks
 * (rule 8). They do not wait for each other: what is asked follows from the inputs alone. What a gate
 * refuses is noted in `answers`; what may start is returned.
 */
export async function judgeLocked(
  sql: SqlRunner,
  projectId: number,
  inputs: AdmissionInput[],
  answers: Map<AdmissionInput, Admission>,
): Promise<LockedView & { judged: Judged[] }> {
  const agents = [...new Set(inputs.flatMap(({ request }) => request.agent ?? []))];
  const uncapped = inputs.flatMap(({ request }) =>
    request.kind === "run" && request.maxCostUsd === null ? request.agent : [],
  );
  const ticketIds = inputs.flatMap(({ candidate }) => candidate.ticket?.id ?? []);
  const [snapshot, rows, facts] = await Promise.all([
    readDispatchSnapshot(sql, projectId, { isInTransaction: true, costsOf: uncapped }),
    askTicketRows(sql, { projectId, ticketIds, now: null }),
    readStartFacts(sql, {
      projectId,
      agents,
      previousRunIds: inputs.flatMap(({ previousRunId }) => previousRunId ?? []),
      columns: inputs.flatMap(({ request }) => targetColumns(request)),
    }),
  ]);
  const inputOf = seeAgain(rows, snapshot, inputs, agents);
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
  return { snapshot, facts, judged };
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
  rows: readonly TicketRow[],
  snapshot: DispatchSnapshot,
  inputs: AdmissionInput[],
  agents: string[],
): Map<Candidate, AdmissionInput> {
  const facts = toTicketFacts(rows, {
    projectId: snapshot.project.id,
    automationIds: snapshot.config.automations.map((automation) => automation.id),
    agents,
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
