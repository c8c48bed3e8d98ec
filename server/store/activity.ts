import type { ActivityActor, ActivityData, ActivityKind } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { notifyChannel } from "#server/contracts/live.ts";
import { currentRequestId } from "#server/lib/request-context.ts";
import type { Tx } from "./client.ts";

export interface ActivityEntry {
  projectId: number;
  ticket: { id: number; number: number } | null;
  actor: ActivityActor;
  kind: ActivityKind;
  data?: ActivityData;
  requestId?: string | null;
}

/** Counters of the numbers that people and the API see, one set per project. */
export type ProjectCounter =
  "nextTicket" | "nextComment" | "nextColumn" | "nextLabel" | "nextMember";

/** The part of an actor that the log keeps. */
export function activityActor(actor: Actor, automationId: string | null = null): ActivityActor {
  return {
    kind: actor.kind,
    slug: actor.slug,
    runId: actor.kind === "agent" ? actor.runId : null,
    automationId,
  };
}

/**
 * Takes the next number of a counter. Locks the project's revision row, so it comes after every other
 * lock of the transaction (rules 8).
 */
export async function takeNumber(
  tx: Tx,
  projectId: number,
  counter: ProjectCounter,
): Promise<number> {
  const row = await tx.projectRevision.update({
    where: { projectId },
    data: { [counter]: { increment: 1 } },
    select: {
      nextTicket: true,
      nextComment: true,
      nextColumn: true,
      nextLabel: true,
      nextMember: true,
    },
  });
  return row[counter] - 1;
}

/**
 * Writes the one activity row of a transaction: takes the project's next revision (the last lock),
 * inserts the row and notifies listeners at commit with `<project id>:<revision>`. Returns the revision.
 */
export async function writeActivity(tx: Tx, entry: ActivityEntry): Promise<number> {
  const { revision } = await tx.projectRevision.update({
    where: { projectId: entry.projectId },
    data: { revision: { increment: 1 } },
    select: { revision: true },
  });
  await tx.activity.create({
    data: {
      projectId: entry.projectId,
      revision,
      ticketId: entry.ticket?.id ?? null,
      ticketNumber: entry.ticket?.number ?? null,
      actorKind: entry.actor.kind,
      actor: entry.actor.slug,
      runId: entry.actor.runId,
      automationId: entry.actor.automationId,
      kind: entry.kind,
      data: (entry.data ?? {}) as object,
      requestId: entry.requestId ?? currentRequestId(),
    },
  });
  await tx.$executeRaw`SELECT pg_notify(${notifyChannel}, ${`${entry.projectId}:${revision}`})`;
  return Number(revision);
}

/** Hints at a run's new command, after commit; the row is the truth. */
export async function notifyRun(tx: Tx, runId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${notifyChannel}, ${`run:${runId}`})`;
}
