import type { Lane } from "#server/contracts/fleet.ts";
import { LANE_WAITERS } from "#server/contracts/fleet.ts";
import { lanesOf } from "#server/core/dispatch/lanes.ts";
import type { LaneFacts, WaitingTicket } from "#server/core/dispatch/lanes.ts";
import type { Database } from "../store/client.ts";
import { factsWithOwedFor } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { findMayWait } from "./may-wait.ts";
import { findWaiting } from "./why.ts";

export interface ProjectLanes {
  lanes: Lane[];
  /** Tickets that only a free place keeps from starting. */
  waitingForPlace: number;
}

/**
 * Concurrency groups of a project: who holds each, who is next, what it is excluded by. The line is the
 * one that cards show. Three statements, whatever the number of tickets.
 */
export async function readLanes(
  database: Database,
  project: { id: number; slug: string },
  now: Date,
): Promise<ProjectLanes> {
  const { prisma } = database;
  const read = await readDispatchSnapshot(prisma, project.id, { costsOf: [] });
  const snapshot = { ...read, now };
  const ids = await findMayWait(database, project.id, snapshot.config);
  const tickets = await factsWithOwedFor(prisma, snapshot, ids);
  const waits = findWaiting(snapshot, tickets.values());
  const waiting = [...waits].flatMap(([id, { code, sentence, group, place }]): WaitingTicket[] => {
    const ticket = tickets.get(id)?.ticket;
    if (ticket === undefined) return [];
    const { number, title } = ticket;
    return [{ number, title, code, reason: sentence, group, place }];
  });
  return {
    lanes: lanesOf(snapshot, waiting).map((lane) => toLane(project.slug, lane)),
    waitingForPlace: waiting.filter(({ code }) => code === "SLOTS_FULL").length,
  };
}

function toLane(project: string, { group, holder, parked, excludedBy, waiting }: LaneFacts): Lane {
  return {
    project,
    group,
    holder:
      holder === null
        ? parked && {
            runId: parked.runId,
            ticket: parked.ticketNumber,
            agent: parked.agent,
            since: parked.since.toISOString(),
            expectedEndAt: null,
            isParked: true,
          }
        : {
            runId: holder.id,
            ticket: holder.ticketNumber,
            agent: holder.agent,
            since: holder.startedAt.toISOString(),
            expectedEndAt: holder.expectedEndAt?.toISOString() ?? null,
            isParked: false,
          },
    excludedBy: excludedBy.map((run) => ({
      group: run.group,
      ticket: run.ticketNumber,
      agent: run.agent,
      expectedEndAt: run.expectedEndAt?.toISOString() ?? null,
    })),
    waiters: waiting
      .slice(0, LANE_WAITERS)
      .map(({ number, title, code, reason }) => ({ ticket: number, title, code, reason })),
    waiting: waiting.length,
  };
}
