import { resolveRunRequest } from "../automation/resolve.ts";
import type { PlannedAction, RunRequest, StartRequest } from "../automation/plan.ts";
import { levelCandidate } from "../dispatch/candidates.ts";
import { reservationFor } from "../dispatch/reservation.ts";
import type { ActiveRunFacts, Candidate, PairFacts } from "../dispatch/snapshot.ts";
import { applyActions } from "./apply-actions.ts";
import { pairOf, putTicket } from "./board.ts";
import type { SimulatedBoard, SimulatedRun } from "./board.ts";
import { estimateRun } from "./estimate.ts";
import type { RunRecords } from "./estimate.ts";

/** A run that is active when the simulation starts needs at least so much more. */
const LEAST_REST_MS = 60_000;

/**
 * Puts an admitted start into effect, as the admission does: moves first, then the run with its group,
 * place and money. null = an automation without a run.
 */
export function startRun(
  board: SimulatedBoard,
  candidate: Candidate,
  request: StartRequest,
  records: RunRecords,
): SimulatedRun | null {
  const { automationId } = candidate;
  const ticketId = candidate.ticket?.id ?? null;
  if (candidate.firing !== null) {
    const { id } = candidate.firing;
    board.owed = board.owed.filter((one) => one.firing.id !== id);
  }
  const own = request.kind === "actions" ? request.actionsOwed : [];
  applyActions(board, ticketId, [...request.actionsBefore, ...own], automationId);
  board.revision += 1;
  board.version += 1;
  if (ticketId !== null && automationId !== null)
    noteAdmission(board, ticketId, automationId, request.agent ?? "");
  if (request.kind === "actions") return null;

  const { snapshot } = board;
  const nowMs = snapshot.now.getTime();
  const { durationMs, lowUsd } = estimateRun(records, request);
  const run: SimulatedRun = {
    facts: {
      id: `run-${board.nextId}`,
      agent: request.agent,
      ticketId,
      ticketNumber: candidate.ticket?.number ?? null,
      automationId,
      group: request.group,
      exclusions: request.exclusions,
      state: "running",
      startedAt: snapshot.now,
      expectedEndAt: new Date(nowMs + durationMs),
    },
    endsAtMs: nowMs + durationMs,
    costUsd: lowUsd,
    reservationUsd: request.reservationUsd,
    isSupervising: snapshot.members[request.agent]?.isSupervisor === true,
    ...afterwards(request),
  };
  board.nextId += 1;
  board.runs.push(run);
  const { budget, slots } = snapshot;
  board.snapshot = {
    ...snapshot,
    activeRuns: [...snapshot.activeRuns, run.facts],
    slots: { ...slots, active: slots.active + 1 },
    budget: {
      ...budget,
      reservedUsd: budget.reservedUsd + run.reservationUsd,
      supervisorSpentUsd: budget.supervisorSpentUsd + (run.isSupervising ? run.reservationUsd : 0),
    },
  };
  return run;
}

/** A run that ends well: group, place and money free, its cost booked, its actions done. */
export function endRun(board: SimulatedBoard, run: SimulatedRun): void {
  const { snapshot } = board;
  const { facts } = run;
  const { budget, slots } = snapshot;
  board.runs = board.runs.filter((one) => one !== run);
  board.version += 1;
  board.snapshot = {
    ...snapshot,
    activeRuns: snapshot.activeRuns.filter((one) => one.id !== facts.id),
    slots: { ...slots, active: Math.max(0, slots.active - 1) },
    budget: {
      ...budget,
      spentUsd: budget.spentUsd + run.costUsd,
      reservedUsd: Math.max(0, budget.reservedUsd - run.reservationUsd),
      supervisorSpentUsd:
        budget.supervisorSpentUsd + (run.isSupervising ? run.costUsd - run.reservationUsd : 0),
    },
  };
  const columnBefore =
    facts.ticketId === null ? undefined : board.tickets.get(facts.ticketId)?.column;
  applyActions(board, facts.ticketId, run.actionsAfter, facts.automationId);
  if (facts.ticketId !== null) noteEnd(board, run, facts.ticketId, columnBefore);
  if (run.nextActionIndex !== null) oweChain(board, run, run.nextActionIndex);
}

/** Runs that are active when the simulation begins, with the ends they are expected to have. */
export function adoptActiveRuns(
  board: SimulatedBoard,
  active: readonly ActiveRunFacts[],
  records: RunRecords,
): void {
  const nowMs = board.snapshot.now.getTime();
  for (const facts of active) {
    const request = requestOf(board, facts);
    const { durationMs, lowUsd } = estimateRun(records, {
      agent: facts.agent,
      maxCostUsd: request?.maxCostUsd ?? null,
      timeoutSeconds: request?.timeoutSeconds ?? Infinity,
    });
    const expected = facts.expectedEndAt?.getTime() ?? facts.startedAt.getTime() + durationMs;
    const member = board.snapshot.members[facts.agent];
    board.runs.push({
      facts,
      endsAtMs: Math.max(expected, nowMs + LEAST_REST_MS),
      costUsd: lowUsd,
      reservationUsd:
        request?.reservationUsd ??
        reservationFor({ maxCostUsd: null, recentCostsUsd: member?.recentCostsUsd ?? [] }),
      isSupervising: member?.isSupervisor === true,
      ...(request === null ? { actionsAfter: [], nextActionIndex: null } : afterwards(request)),
    });
  }
}

function afterwards(request: RunRequest): {
  actionsAfter: PlannedAction[];
  nextActionIndex: number | null;
} {
  return {
    actionsAfter: request.actionsAfter.filter(({ on }) => on !== "failed"),
    nextActionIndex: request.nextActionIndex,
  };
}

/** What the run was asked, as far as its rule still says it. */
function requestOf(board: SimulatedBoard, facts: ActiveRunFacts): RunRequest | null {
  if (facts.automationId === null) return null;
  const ticket = facts.ticketId === null ? null : (board.tickets.get(facts.ticketId) ?? null);
  const request = resolveRunRequest(board.snapshot, levelCandidate(facts.automationId, ticket));
  return request.kind === "run" && request.agent === facts.agent ? request : null;
}

/** The admission's revision, by which NOTHING_CHANGED judges (rule 14). */
function noteAdmission(
  board: SimulatedBoard,
  ticketId: number,
  automationId: string,
  agent: string,
): void {
  const ticket = board.tickets.get(ticketId);
  if (ticket === undefined) return;
  const agents = new Set([...Object.keys(ticket.pairs), agent]);
  const pairs = [...agents].map((slug): [string, PairFacts] => {
    const pair = pairOf(ticket, slug);
    const lastAdmittedRevision = { ...pair.lastAdmittedRevision, [automationId]: board.revision };
    return [slug, { ...pair, lastAdmittedRevision }];
  });
  putTicket(board, { ...ticket, pairs: Object.fromEntries(pairs) });
}

function noteEnd(
  board: SimulatedBoard,
  { facts }: SimulatedRun,
  ticketId: number,
  columnBefore: string | undefined,
): void {
  const ticket = board.tickets.get(ticketId);
  if (ticket === undefined) return;
  const { now } = board.snapshot;
  const lastRun: PairFacts["lastRun"] = {
    id: facts.id,
    automationId: facts.automationId,
    outcome: "completed",
    endedAt: now,
    stoppedBy: null,
    stoppedByKind: null,
    isStopLifted: false,
  };
  const pair = { ...pairOf(ticket, facts.agent), lastRun, failures: 0, nextRetryAt: null };
  const progress = columnBefore !== undefined && ticket.column !== columnBefore;
  const loop =
    ticket.loop === undefined
      ? {}
      : {
          loop: {
            ...ticket.loop,
            runs: [
              ...ticket.loop.runs,
              { agent: facts.agent, runId: facts.id, endedAt: now, progress },
            ],
          },
        };
  putTicket(board, { ...ticket, ...loop, pairs: { ...ticket.pairs, [facts.agent]: pair } });
}

/** The next runAgent of the automation is owed as a firing (rule 33). */
function oweChain(board: SimulatedBoard, { facts }: SimulatedRun, actionIndex: number): void {
  const { now } = board.snapshot;
  board.owed.push({
    automationId: facts.automationId,
    ticket: facts.ticketId === null ? null : (board.tickets.get(facts.ticketId) ?? null),
    cause: "chain",
    agent: null,
    isForced: false,
    firing: {
      id: -board.nextId,
      dueAt: now,
      createdAt: now,
      failures: 0,
      payload: { actionIndex },
      requestedBy: null,
    },
  });
  board.nextId += 1;
}
