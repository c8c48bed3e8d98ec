import { isLive } from "#server/core/automation/automation.ts";
import { candidatesForTicket } from "#server/core/dispatch/candidates.ts";
import { dropEffect } from "#server/core/dispatch/drop.ts";
import { explain } from "#server/core/dispatch/explain.ts";
import { queuePlaces } from "#server/core/dispatch/order.ts";
import { findLinePlace, isLineCode } from "#server/core/dispatch/queue.ts";
import { findGroupReservation } from "#server/core/dispatch/reserve.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { SmallestChange, Sentence, WhyAnswer } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";
import type { Database, Tx } from "../store/client.ts";
import { factsWithOwedFor, findSelected, readDueBoard } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { findTicket } from "./find-project.ts";
import { readGateChanges, spansOf, withSince } from "./gate-history.ts";
import type { TicketWithOwed } from "./ticket-facts.ts";
import { readPast } from "./why-past.ts";

/** A tick is expected at least this often; without one reasons are shown grey (ux 27). */
const TICK_FRESH_MS = 30_000;

/** What a waiting card shows (ux 15). */
export interface Waiting {
  code: GateCode;
  sentence: Sentence;
  /** ISO time since which this is the reason. */
  since: string;
  /** Position among those of the answer that wait for the same group, from 1. */
  place: number | null;
  group: string | null;
  smallestChange: SmallestChange | null;
}

/**
 * GET …/tickets/{n}/why: what happened to the ticket, every automation's gates with since when, what
 * held it before, its place in line, and with `column` what a drop does.
 */
export async function explainTicket(
  database: Database,
  projectId: number,
  ticketNumber: number,
  options: { column?: string | undefined },
  now: Date,
): Promise<WhyAnswer> {
  const { prisma } = database;
  const row = await findTicket(database, projectId, ticketNumber);
  const plain = { ...(await readDispatchSnapshot(prisma, projectId)), now };
  const line = hasExclusions(plain) ? await readLine(prisma, plain) : null;
  const snapshot = line?.snapshot ?? plain;
  const known = (await factsWithOwedFor(prisma, snapshot, [row.id])).get(row.id);
  if (!known) throw new Error(`ticket ${row.id}: expected its facts, found none`);
  const { ticket, owed } = known;
  const { automations, waits, speaker } = explain(
    snapshot,
    candidatesForTicket(snapshot, ticket, owed),
  );
  if (waits !== null && speaker !== null && isLineCode(waits.code)) {
    const { snapshot: board, candidates } = line ?? (await readLine(prisma, plain));
    Object.assign(waits, findLinePlace(board, candidates, speaker));
  }
  const names = new Map(snapshot.config.automations.map(({ id, name }) => [id, name]));
  const changes = await readGateChanges(prisma, projectId, row.id);
  return {
    ticket: ticketNumber,
    evaluatedAt: now.toISOString(),
    engineAlive: await hasFreshTick(prisma, now),
    waits,
    drop: options.column === undefined ? null : dropEffect(snapshot, ticket, options.column),
    automations: withSince(automations, changes),
    past: await readPast(prisma, row.id, names),
    history: spansOf(changes, automations, names),
  };
}

/** Whether a rule excludes groups, so that one that waits may keep them free (gate RESERVED). */
function hasExclusions({ config }: DispatchSnapshot): boolean {
  return config.automations.some(
    (automation) =>
      isLive(automation) &&
      automation.actions.some(
        (action) => action.type === "runAgent" && action.mutuallyExclusiveWith.length > 0,
      ),
  );
}

/** The board as the dispatcher sees it when every rule is due: its candidates and what is kept free. */
async function readLine(
  tx: Tx,
  plain: DispatchSnapshot,
): Promise<{ snapshot: DispatchSnapshot; candidates: Candidate[] }> {
  const live = plain.config.automations.filter(isLive);
  const found = await findSelected(tx, plain.project.id, live);
  const { snapshot, owed, level } = await readDueBoard(tx, plain.project.id, found);
  const candidates = [...owed, ...level];
  const board = { ...snapshot, now: plain.now };
  return {
    snapshot: { ...board, groupReservation: findGroupReservation(board, candidates) },
    candidates,
  };
}

/** Reasons of many tickets at once; only tickets that wait are in the answer, keyed by ticket id. */
export async function readWaiting(
  database: Database,
  projectId: number,
  ticketIds: number[],
  now: Date,
): Promise<Map<number, Waiting>> {
  if (ticketIds.length === 0) return new Map();
  const snapshot = { ...(await readDispatchSnapshot(database.prisma, projectId)), now };
  return findWaiting(
    snapshot,
    (await factsWithOwedFor(database.prisma, snapshot, ticketIds)).values(),
  );
}

/** The same for tickets that were read before. */
export function findWaiting(
  plain: DispatchSnapshot,
  tickets: Iterable<TicketWithOwed>,
): Map<number, Waiting> {
  const waiting = new Map<number, Waiting>();
  const speakers: { candidate: Candidate; group: string | null; waits: Waiting }[] = [];
  const all = [...tickets].map(({ ticket, owed }) => ({
    ticket,
    candidates: candidatesForTicket(plain, ticket, owed),
  }));
  const groupReservation = hasExclusions(plain)
    ? findGroupReservation(
        plain,
        all.flatMap(({ candidates }) => candidates),
      )
    : null;
  const snapshot = { ...plain, groupReservation };
  for (const { ticket, candidates } of all) {
    const { waits, speaker } = explain(snapshot, candidates);
    if (waits === null) continue;
    waiting.set(ticket.id, waits);
    if (isLineCode(waits.code) && speaker !== null) {
      speakers.push({ candidate: speaker, group: waits.group, waits });
    }
  }
  // In the order in which starts are decided, so that "1st" is the one that starts next (ux 21).
  for (const [index, place] of queuePlaces(snapshot, speakers).entries()) {
    const speaker = speakers[index];
    if (speaker) speaker.waits.place = place;
  }
  return waiting;
}

async function hasFreshTick(tx: Tx, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - TICK_FRESH_MS);
  return (await tx.worker.count({ where: { stoppedAt: null, lastTickAt: { gt: since } } })) > 0;
}
