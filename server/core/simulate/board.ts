import type { PlannedAction } from "../automation/plan.ts";
import type {
  ActiveRunFacts,
  Candidate,
  DispatchSnapshot,
  PairFacts,
  TicketFacts,
} from "../dispatch/snapshot.ts";
import { createLevelQueues } from "./level-queues.ts";
import type { LevelQueues } from "./level-queues.ts";

/** Revisions of the simulation come after every real one. */
const FIRST_REVISION = 2 ** 50;

/** An active run with its end, known in advance. */
export interface SimulatedRun {
  facts: ActiveRunFacts;
  endsAtMs: number;
  costUsd: number;
  reservationUsd: number;
  isSupervising: boolean;
  /** Executed when it ends well. */
  actionsAfter: PlannedAction[];
  nextActionIndex: number | null;
}

/** A ticket that went from one column to another. */
export interface SimulatedMove {
  ticketId: number;
  from: string;
  to: string;
  automationId: string | null;
}

/**
 * The board of a simulation. `snapshot` is what the dispatcher sees now; everything else is what the
 * simulation needs to go on. Changed only by the functions of this folder.
 */
export interface SimulatedBoard {
  snapshot: DispatchSnapshot;
  tickets: Map<number, TicketFacts>;
  idByNumber: Map<number, number>;
  /** Ids of the tickets that a ticket's number blocks. */
  blockedBy: Map<number, number[]>;
  queues: LevelQueues;
  runs: SimulatedRun[];
  /** Firings that are owed, as candidates; their tickets are looked up anew at each look. */
  owed: (Candidate & { firing: NonNullable<Candidate["firing"]> })[];
  /** What happened since the triggers were asked last. */
  moves: SimulatedMove[];
  comments: { ticketId: number; author: string; automationId: string | null }[];
  revision: number;
  /** Grows with every change that a look could see. */
  version: number;
  nextId: number;
}

/** The board as the simulation starts from it. */
export function createBoard(
  snapshot: DispatchSnapshot,
  tickets: readonly TicketFacts[],
  owed: readonly Candidate[],
): SimulatedBoard {
  return {
    snapshot,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    idByNumber: new Map(tickets.map((ticket) => [ticket.number, ticket.id])),
    blockedBy: readBlockers(tickets),
    queues: createLevelQueues(snapshot, tickets),
    runs: [],
    owed: owed.flatMap((candidate) =>
      candidate.firing === null ? [] : [{ ...candidate, firing: candidate.firing }],
    ),
    moves: [],
    comments: [],
    revision: FIRST_REVISION,
    version: 0,
    nextId: 1,
  };
}

export function putTicket(board: SimulatedBoard, ticket: TicketFacts): void {
  board.tickets.set(ticket.id, ticket);
  board.version += 1;
}

/** An agent that never had to do with a ticket. */
export const emptyPair: PairFacts = {
  lastRun: null,
  lastAdmittedRevision: {},
  lastTouchRevision: {},
  failures: 0,
  nextRetryAt: null,
  isStuck: false,
  sleepsUntil: null,
  takenOverBy: null,
};

/** Facts of a pair, empty where the agent never had to do with the ticket. */
export function pairOf(ticket: TicketFacts, agent: string): PairFacts {
  return ticket.pairs[agent] ?? emptyPair;
}

/** Something an automation did to a ticket: what counts as a touch for every other one (rule 14). */
export function touch(board: SimulatedBoard, ticketId: number, automationId: string | null): void {
  board.revision += 1;
  const ticket = board.tickets.get(ticketId);
  if (ticket === undefined) return;
  const loop =
    ticket.loop === undefined
      ? {}
      : { loop: { ...ticket.loop, automationChanges: ticket.loop.automationChanges + 1 } };
  putTicket(board, { ...touched(board, ticket, automationId), ...loop });
  for (const id of neighboursOf(board, ticket)) {
    const other = board.tickets.get(id);
    if (other !== undefined) putTicket(board, touched(board, other, automationId));
  }
}

/** Its parent and the tickets it blocks. */
function neighboursOf(board: SimulatedBoard, ticket: TicketFacts): number[] {
  const parent =
    ticket.parentNumber === null ? undefined : board.idByNumber.get(ticket.parentNumber);
  const blocked = board.blockedBy.get(ticket.number) ?? [];
  return parent === undefined ? blocked : [parent, ...blocked];
}

/** Only a touch after an automation's own run counts for it, so only those are noted. */
function touched(
  { revision }: SimulatedBoard,
  ticket: TicketFacts,
  automationId: string | null,
): TicketFacts {
  const pairs: Record<string, PairFacts> = {};
  for (const [agent, pair] of Object.entries(ticket.pairs)) {
    const others = Object.keys(pair.lastAdmittedRevision).filter((id) => id !== automationId);
    pairs[agent] =
      others.length === 0
        ? pair
        : {
            ...pair,
            lastTouchRevision: {
              ...pair.lastTouchRevision,
              ...Object.fromEntries(others.map((id) => [id, revision])),
            },
          };
  }
  return { ...ticket, pairs };
}

/** Ticket ids by the number of a ticket that blocks them. */
function readBlockers(tickets: readonly TicketFacts[]): Map<number, number[]> {
  const blocked = new Map<number, number[]>();
  for (const ticket of tickets) {
    for (const number of ticket.openBlockers) {
      blocked.set(number, [...(blocked.get(number) ?? []), ticket.id]);
    }
  }
  return blocked;
}
