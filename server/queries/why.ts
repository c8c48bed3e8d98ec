import { candidatesForTicket } from "#server/core/dispatch/candidates.ts";
import { dropEffect } from "#server/core/dispatch/drop.ts";
import { explain } from "#server/core/dispatch/explain.ts";
import { queuePlaces } from "#server/core/dispatch/order.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { SmallestChange, Sentence, WhyAnswer } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";
import type { Database, Tx } from "../store/client.ts";
import { factsFor, toOwedFiring } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { findTicket } from "./find-project.ts";
import type { CauseText } from "./run-cause.ts";
import { sentenceOfCause } from "./run-cause.ts";

/** A tick is expected at least this often; without one reasons are shown grey (ux 27). */
const TICK_FRESH_MS = 30_000;
/** Past starts that the Why tab begins with. */
const PAST_RUNS = 20;

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

/** GET …/tickets/{n}/why: past starts, every automation's gates, and with `column` what a drop does. */
export async function explainTicket(
  database: Database,
  projectId: number,
  ticketNumber: number,
  options: { column?: string | undefined },
  now: Date,
): Promise<WhyAnswer> {
  const { prisma } = database;
  const row = await findTicket(database, projectId, ticketNumber);
  const snapshot = { ...(await readDispatchSnapshot(prisma, projectId)), now };
  const ticket = (await factsFor(prisma, snapshot, [row.id])).get(row.id);
  if (!ticket) throw new Error(`ticket ${row.id}: expected its facts, found none`);
  const found = await explainOne(prisma, snapshot, ticket);
  return {
    ticket: ticketNumber,
    evaluatedAt: now.toISOString(),
    engineAlive: await hasFreshTick(prisma, now),
    waits: found.waits,
    drop: options.column === undefined ? null : dropEffect(snapshot, ticket, options.column),
    automations: found.automations,
    past: await readPast(prisma, row.id),
  };
}

async function explainOne(tx: Tx, snapshot: DispatchSnapshot, ticket: TicketFacts) {
  const firings = await tx.firing.findMany({ where: { ticketId: ticket.id, state: "owed" } });
  return explain(snapshot, candidatesForTicket(snapshot, ticket, firings.map(toOwedFiring)));
}

/** Reasons of many tickets at once; only tickets that wait are in the answer, keyed by ticket id. */
export async function readWaiting(
  database: Database,
  projectId: number,
  ticketIds: number[],
  now: Date,
): Promise<Map<number, Waiting>> {
  const { prisma } = database;
  const waiting = new Map<number, Waiting>();
  if (ticketIds.length === 0) return waiting;
  const snapshot = { ...(await readDispatchSnapshot(prisma, projectId)), now };
  const facts = await factsFor(prisma, snapshot, ticketIds);
  const firings = await prisma.firing.findMany({
    where: { ticketId: { in: ticketIds }, state: "owed" },
  });
  const speakers: { candidate: Candidate; group: string | null; waits: Waiting }[] = [];
  for (const ticket of facts.values()) {
    const owed = firings.filter((firing) => firing.ticketId === ticket.id).map(toOwedFiring);
    const { waits, speaker } = explain(snapshot, candidatesForTicket(snapshot, ticket, owed));
    if (waits === null) continue;
    waiting.set(ticket.id, waits);
    if (waits.code === "GROUP_BUSY" && speaker !== null) {
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

async function readPast(tx: Tx, ticketId: number): Promise<WhyAnswer["past"]> {
  const runs = await tx.run.findMany({
    where: { ticketId },
    orderBy: { createdAt: "desc" },
    take: PAST_RUNS,
    select: {
      id: true,
      agent: true,
      cause: true,
      causeText: true,
      createdAt: true,
      outcome: true,
      previousRunId: true,
      skillVersion: true,
    },
  });
  return runs.map((run) => {
    const { actor, rule } = run.causeText as unknown as CauseText;
    return {
      at: run.createdAt.toISOString(),
      runId: run.id,
      agent: run.agent,
      actor,
      rule,
      sentence: sentenceOfCause(run),
      outcome: run.outcome,
    };
  });
}
