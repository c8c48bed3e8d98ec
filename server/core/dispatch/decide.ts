import type { GateResult } from "#server/contracts/why.ts";
import type { StartRequest } from "../automation/plan.ts";
import { createGateContext } from "./context.ts";
import { evaluateContext, firstRefusal } from "./gates.ts";
import { isLimitFor } from "./gates/provider-limit.ts";
import { orderCandidates } from "./order.ts";
import { findGroupReservation } from "./reserve.ts";
import type { ActiveRunFacts, Candidate, DispatchSnapshot, TicketFacts } from "./snapshot.ts";

/**
 * The dispatcher: which candidates start now. It only advises; the admission asks the same question on
 * locked rows and its transaction is what holds the limits (rule 8).
 */
export interface Decision {
  admissions: { candidate: Candidate; request: StartRequest; gates: GateResult[] }[];
  refusals: { candidate: Candidate; gates: GateResult[] }[];
}

/**
 * Judges the candidates in their order (see `orderCandidates`), each against the board as the earlier
 * admissions of this call leave it: groups, exclusions, places, money, pairs and columns. Every
 * candidate is in exactly one of the two lists, with all its gates.
 */
export function decide(snapshot: DispatchSnapshot, candidates: readonly Candidate[]): Decision {
  const groupReservation =
    snapshot.groupReservation === undefined
      ? findGroupReservation(snapshot, candidates)
      : snapshot.groupReservation;
  return decideInOrder({ ...snapshot, groupReservation }, orderCandidates(snapshot, candidates));
}

/**
 * The same for candidates that are in their order already, against the board as it is given: what an
 * admission asks on locked rows for those that its caller chose.
 */
export function decideInOrder(
  snapshot: DispatchSnapshot,
  candidates: readonly Candidate[],
): Decision {
  let board = snapshot;
  const movedTo = new Map<number, string>();
  const decision: Decision = { admissions: [], refusals: [] };
  for (const candidate of candidates) {
    const { ticket } = candidate;
    const column = ticket === null ? undefined : movedTo.get(ticket.id);
    const judged =
      ticket === null || column === undefined
        ? candidate
        : { ...candidate, ticket: { ...ticket, column } };
    const context = createGateContext(board, judged);
    const gates = evaluateContext(context);
    const { request } = context;
    if (firstRefusal(gates) !== null || request.kind === "problem") {
      decision.refusals.push({ candidate, gates });
      continue;
    }
    board = admit(board, judged.ticket, candidate, request, decision.admissions.length);
    const to = finalColumn(request);
    if (ticket !== null && to !== null) movedTo.set(ticket.id, to);
    decision.admissions.push({ candidate, request, gates });
  }
  return decision;
}

/** Where the actions of an admission leave the ticket; null = where it is. */
export function finalColumn(request: StartRequest): string | null {
  const move = request.actionsBefore.findLast((action) => action.type === "moveTicketStatus");
  return move?.to ?? null;
}

/** The board after one more admission. */
function admit(
  board: DispatchSnapshot,
  ticket: TicketFacts | null,
  candidate: Candidate,
  request: StartRequest,
  index: number,
): DispatchSnapshot {
  const to = finalColumn(request);
  const columns =
    ticket === null || to === null || to === ticket.column
      ? board.columns
      : board.columns.map((column) => {
          if (column.name === to) return { ...column, count: column.count + 1 };
          return column.name === ticket.column ? { ...column, count: column.count - 1 } : column;
        });
  if (request.kind === "actions") return { ...board, columns };
  const run: ActiveRunFacts = {
    id: `admitted-${index}`,
    agent: request.agent,
    ticketId: ticket?.id ?? null,
    ticketNumber: ticket?.number ?? null,
    automationId: candidate.automationId,
    group: request.group,
    exclusions: request.exclusions,
    state: "queued",
    startedAt: board.now,
  };
  const { budget } = board;
  const isSupervising = board.members[request.agent]?.isSupervisor === true;
  return {
    ...board,
    columns,
    activeRuns: [...board.activeRuns, run],
    slots: { ...board.slots, active: board.slots.active + 1 },
    budget: {
      ...budget,
      reservedUsd: budget.reservedUsd + request.reservationUsd,
      supervisorSpentUsd: budget.supervisorSpentUsd + (isSupervising ? request.reservationUsd : 0),
    },
    machine: {
      ...board.machine,
      // A limit that has opened lets one through and the next one later.
      providerLimits: board.machine.providerLimits.map((limit) =>
        limit.reopenedAt && isLimitFor(limit, request.model)
          ? { ...limit, lastStartAfterReopen: board.now }
          : limit,
      ),
    },
  };
}
