import type { Simulation, SimulatedStart } from "#server/contracts/simulation.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";
import { createBoard } from "./board.ts";
import type { SimulatedBoard, SimulatedRun } from "./board.ts";
import type { RunRecords } from "./estimate.ts";
import { createMemory, lookAtBoard } from "./look.ts";
import type { LookInput, LookMemory } from "./look.ts";
import { clockTimes, noteRun, oweOccurrences, startClocks } from "./occurrences.ts";
import { createPace } from "./pace.ts";
import { adoptActiveRuns, endRun, startRun } from "./run.ts";
import { nextMidnight, spendByHour } from "./spend.ts";
import { createWaitLog } from "./waits.ts";

const HOUR_MS = 3_600_000;

/** Bounds of one simulation; beyond them it ends early and says so. */
export interface SimulationLimits {
  hours: number;
  maxStarts: number;
  /** Candidates judged by the dispatcher; about 2 s of one core. */
  maxJudged: number;
}

export const defaultLimits: SimulationLimits = { hours: 24, maxStarts: 2_000, maxJudged: 15_000 };

export interface SimulationInput {
  /** The board now, with the configuration of the simulation in force (see `withConfig`). */
  snapshot: DispatchSnapshot;
  tickets: readonly TicketFacts[];
  /** Firings that are owed now. */
  owed: readonly Candidate[];
  records: RunRecords;
  /** Stored next times of interval automations, by id. */
  nextRunAt: Readonly<Record<string, Date>>;
  limits: SimulationLimits;
}

/** A simulation without what needs a second one or the file (see `compareStarts`, `findNeverFires`). */
export type Timeline = Omit<Simulation, "difference" | "neverFires">;

/**
 * Steps through time from the board as it is: looks of the engine, ends of runs, silence, back-offs,
 * intervals and the change of the day. Every decision is the dispatcher's own (`decide`); every run is
 * assumed to end well after its agent's usual time, its actions are done, and nobody touches the board.
 * The same input gives the same answer.
 */
export function simulate(input: SimulationInput): Timeline {
  const { records, limits, snapshot } = input;
  const from = snapshot.now;
  const endMs = from.getTime() + limits.hours * HOUR_MS;
  const board = createBoard(snapshot, input.tickets, input.owed);
  adoptActiveRuns(board, snapshot.activeRuns, records);
  const clocks = startClocks(board, input.nextRunAt);
  const pace = createPace(board.queues.automations);
  const waits = createWaitLog();
  const memory = createMemory();
  const starts: SimulatedStart[] = [];
  const bookings: { atMs: number; usd: number }[] = [];
  const midnights: Date[] = [];
  const { timeZone } = snapshot.project;
  let midnight = nextMidnight(from, timeZone);

  const mayGoOn = (): boolean =>
    starts.length + memory.acts < limits.maxStarts && memory.judged < limits.maxJudged;
  const start: LookInput["start"] = ({ candidate, request }) => {
    const run = startRun(board, candidate, request, records);
    if (run === null) {
      memory.acts += 1;
      return;
    }
    noteRun(board, clocks, run.facts.ticketId);
    starts.push(startOf(run));
  };

  let atMs = from.getTime();
  for (;;) {
    board.snapshot = { ...board.snapshot, now: new Date(atMs) };
    while (midnight.getTime() <= atMs) {
      midnights.push(midnight);
      beginDay(board);
      midnight = nextMidnight(midnight, timeZone);
    }
    for (const run of board.runs.filter(({ endsAtMs }) => endsAtMs <= atMs)) {
      endRun(board, run);
      noteRun(board, clocks, run.facts.ticketId);
      bookings.push({ atMs, usd: run.costUsd });
    }
    for (const { ticketId } of board.moves) {
      waits.release({ automationId: null, ticketId }, board.snapshot.now);
    }
    oweOccurrences(board, clocks);
    const automations = pace.take(board, atMs, wokenBy(memory, atMs));
    lookAtBoard({ board, automations, memory, waits, start, mayGoOn });
    if (!mayGoOn()) break;
    const nextMs = firstAfter(atMs, [
      midnight.getTime(),
      ...board.runs.map(({ endsAtMs }) => endsAtMs),
      ...board.owed.map(({ firing }) => firing.dueAt.getTime()),
      ...[...memory.timed.values()].map(({ untilMs }) => untilMs),
      ...clockTimes(board, clocks),
      ...pace.times(board),
    ]);
    if (nextMs > endMs) break;
    atMs = nextMs;
  }
  const isCut = !mayGoOn();
  const to = new Date(isCut ? Math.max(atMs, from.getTime() + 1) : endMs);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    capUsd: snapshot.budget.capUsd,
    starts,
    waits: waits.finish(),
    spend: spendByHour(from, to, bookings, snapshot.budget.spentUsd, midnights),
    capReachedAt: memory.moneyHeldAt?.toISOString() ?? null,
    isCut,
  };
}

function startOf({ facts, endsAtMs, costUsd }: SimulatedRun): SimulatedStart {
  return {
    at: facts.startedAt.toISOString(),
    endsAt: new Date(endsAtMs).toISOString(),
    ticket: facts.ticketNumber,
    agent: facts.agent,
    automationId: facts.automationId,
    group: facts.group ?? facts.agent,
    costUsd,
  };
}

/** Automations with a ticket whose time (debounce, back-off, hold) has come. */
function wokenBy({ timed, refusals }: LookMemory, atMs: number): Set<string> {
  const woken = new Set<string>();
  for (const [key, { untilMs, automationId }] of timed) {
    if (untilMs > atMs) continue;
    timed.delete(key);
    refusals.delete(key);
    if (automationId !== null) woken.add(automationId);
  }
  return woken;
}

/** The first of these moments after now; what is due already and still held is no moment. */
function firstAfter(atMs: number, times: readonly number[]): number {
  let next = Infinity;
  for (const time of times) if (time > atMs && time < next) next = time;
  return next;
}

/** A new day's money; what is still set aside counts on every day (rule 28). */
function beginDay(board: SimulatedBoard): void {
  const supervisorSpentUsd = board.runs
    .filter(({ isSupervising }) => isSupervising)
    .reduce((sum, { reservationUsd }) => sum + reservationUsd, 0);
  const budget = { ...board.snapshot.budget, spentUsd: 0, supervisorSpentUsd };
  board.snapshot = { ...board.snapshot, budget };
  board.version += 1;
}
