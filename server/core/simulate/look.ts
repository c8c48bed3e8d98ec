import type { Automation } from "../automation/automation.ts";
import { levelCandidate } from "../dispatch/candidates.ts";
import { closingReason } from "../dispatch/closing.ts";
import { decide } from "../dispatch/decide.ts";
import type { Decision } from "../dispatch/decide.ts";
import { orderCandidates } from "../dispatch/order.ts";
import { excludesGroups, findGroupReservation } from "../dispatch/reserve.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";
import type { SimulatedBoard } from "./board.ts";
import { rememberRefusal, stillHolds } from "./held.ts";
import type { Refusal } from "./held.ts";
import type { WaitLog } from "./waits.ts";

/** Like a tick of the engine: at most so many tickets per automation (rule 36). */
const WINDOW = 200;
/** Of a window, those that may be the oldest exclusive run. */
const OLDEST = 20;

/** After the first look so many at a time: more are only needed when these are refused. */
const BATCH = 8;

/** What looks remember from one to the next. */
export interface LookMemory {
  refusals: Map<string, Refusal>;
  /** Refusals that pass by time alone, by the same key. */
  timed: Map<string, { untilMs: number; automationId: string | null }>;
  /** Candidates the dispatcher judged so far: the measure of work. */
  judged: number;
  /** Automations that acted without a run. */
  acts: number;
  /** When the day's money first held something back. */
  moneyHeldAt: Date | null;
  isFirst: boolean;
}

export function createMemory(): LookMemory {
  return {
    refusals: new Map(),
    timed: new Map(),
    judged: 0,
    acts: 0,
    moneyHeldAt: null,
    isFirst: true,
  };
}

type Admission = Decision["admissions"][number];

export interface LookInput {
  board: SimulatedBoard;
  /** Level automations that are due. */
  automations: readonly Automation[];
  memory: LookMemory;
  waits: WaitLog;
  /** Puts an admission into effect before the next candidate is judged. */
  start(admission: Admission): void;
  /** False ends the look: enough. */
  mayGoOn(): boolean;
}

/**
 * One look of the engine at the simulated board: what is owed and the windows of the level automations,
 * in the engine's order, each judged by the dispatcher against the board as the earlier ones leave it.
 * What was refused before and cannot have changed is not judged again (see `stillHolds`).
 */
export function lookAtBoard(input: LookInput): void {
  const { board, memory } = input;
  const groupReservation = reservationOf(board);
  const judgedNow = new Set<string>();
  const owed = dueFirings(board);
  let candidates = [...owed, ...levelBatch(input, owed, judgedNow)];
  while (candidates.length > 0) {
    for (const candidate of orderCandidates(board.snapshot, candidates)) {
      if (!input.mayGoOn()) return;
      judge(input, withTicketNow(board, candidate), groupReservation, judgedNow);
    }
    if (memory.isFirst) break;
    candidates = levelBatch(input, owed, judgedNow);
  }
  memory.isFirst = false;
}

function judge(
  input: LookInput,
  candidate: Candidate,
  groupReservation: DispatchSnapshot["groupReservation"],
  judgedNow: Set<string>,
): void {
  const { board, memory, waits } = input;
  const key = keyOf(candidate);
  judgedNow.add(key);
  const known = memory.refusals.get(key);
  if (known !== undefined && stillHolds(known, board.snapshot, candidate)) return;
  memory.judged += 1;
  const snapshot = { ...board.snapshot, groupReservation };
  const { admissions, refusals } = decide(snapshot, [candidate]);
  const [admission] = admissions;
  if (admission !== undefined) {
    memory.refusals.delete(key);
    memory.timed.delete(key);
    const ticketId = candidate.ticket?.id ?? null;
    waits.release({ automationId: candidate.automationId, ticketId }, snapshot.now);
    input.start(admission);
  }
  const [refused] = refusals;
  if (refused !== undefined) refuse(input, candidate, refused.gates, key);
}

function refuse(
  { board, memory, waits }: LookInput,
  candidate: Candidate,
  gates: Decision["refusals"][number]["gates"],
  key: string,
): void {
  const { firing } = candidate;
  if (firing !== null && candidate.cause === "trigger" && closingReason(gates) !== null) {
    board.owed = board.owed.filter((one) => one.firing.id !== firing.id);
    return;
  }
  const refusal = rememberRefusal(board.snapshot, candidate, gates);
  if (refusal === null) return;
  memory.refusals.set(key, refusal);
  const { untilMs, automationId } = refusal;
  if (untilMs !== null) memory.timed.set(key, { untilMs, automationId });
  if (refusal.code === "BUDGET_REACHED" || refusal.code === "BUDGET_RESERVED") {
    memory.moneyHeldAt ??= board.snapshot.now;
  }
  waits.refuse(board.snapshot, candidate, gates, refusal.group);
}

function dueFirings(board: SimulatedBoard): Candidate[] {
  const nowMs = board.snapshot.now.getTime();
  return board.owed.filter(({ firing }) => firing.dueAt.getTime() <= nowMs).slice(0, WINDOW);
}

/** Tickets of the level automations' windows that are to be judged, without those a firing speaks for. */
function levelBatch(
  { board, memory, automations }: LookInput,
  owed: readonly Candidate[],
  judgedNow: ReadonlySet<string>,
): Candidate[] {
  const { slots } = board.snapshot;
  const isFull = slots.active >= slots.capacity;
  const spoken = new Set(owed.map((one) => `${one.automationId}/${one.ticket?.id ?? 0}`));
  return automations.flatMap((automation) => {
    // Nothing that needs a place can start; the first look says so of everything.
    const needsPlace = automation.actions.some((action) => action.type === "runAgent");
    if (isFull && needsPlace && !memory.isFirst) return [];
    const found: Candidate[] = [];
    for (const ticket of windowOf(board, automation, WINDOW)) {
      if (!memory.isFirst && found.length >= BATCH) break;
      if (spoken.has(`${automation.id}/${ticket.id}`)) continue;
      const candidate = levelCandidate(automation.id, ticket);
      const key = keyOf(candidate);
      const known = memory.refusals.get(key);
      const isHeld = known !== undefined && stillHolds(known, board.snapshot, candidate);
      if (!judgedNow.has(key) && !isHeld) found.push(candidate);
    }
    return found;
  });
}

/** The oldest exclusive run keeps its groups free (rule 24); only those that exclude can be it. */
function reservationOf(board: SimulatedBoard): DispatchSnapshot["groupReservation"] {
  const exclusive = board.queues.automations.filter(excludesGroups);
  const candidates = exclusive.flatMap((automation) =>
    [...windowOf(board, automation, WINDOW)]
      .toSorted((a, b) => a.enteredColumnAt.getTime() - b.enteredColumnAt.getTime())
      .slice(0, OLDEST)
      .map((ticket) => levelCandidate(automation.id, ticket)),
  );
  return candidates.length === 0 ? null : findGroupReservation(board.snapshot, candidates);
}

/** The first tickets that a level automation selects, without those it is done with or working on. */
export function* windowOf(
  board: SimulatedBoard,
  automation: Automation,
  limit: number,
): Generator<TicketFacts> {
  const busy = new Set(
    board.snapshot.activeRuns
      .filter((run) => run.automationId === automation.id)
      .map((run) => run.ticketId),
  );
  const startsAfter = board.snapshot.automationStates[automation.id]?.startsAfter ?? null;
  let count = 0;
  for (const { id } of board.queues.of(automation.id)) {
    if (count >= limit) return;
    const ticket = board.tickets.get(id);
    if (ticket === undefined || busy.has(id) || isDoneWith(ticket, automation.id)) continue;
    const entered = ticket.enteredColumnRevision ?? null;
    if (startsAfter !== null && entered !== null && entered <= startsAfter) continue;
    count += 1;
    yield ticket;
  }
}

/** Nobody touched it since the automation's last run: NOTHING_CHANGED would refuse (rule 14). */
function isDoneWith(ticket: TicketFacts, automationId: string): boolean {
  const pairs = Object.values(ticket.pairs);
  return (
    pairs.length > 0 &&
    pairs.every(
      (pair) =>
        (pair.lastTouchRevision[automationId] ?? 0) <=
        (pair.lastAdmittedRevision[automationId] ?? -1),
    )
  );
}

function withTicketNow(board: SimulatedBoard, candidate: Candidate): Candidate {
  if (candidate.ticket === null) return candidate;
  const ticket = board.tickets.get(candidate.ticket.id) ?? candidate.ticket;
  return ticket === candidate.ticket ? candidate : { ...candidate, ticket };
}

function keyOf({ automationId, ticket, cause, firing }: Candidate): string {
  return `${automationId ?? ""}/${ticket?.id ?? 0}/${cause}/${firing?.id ?? ""}`;
}
