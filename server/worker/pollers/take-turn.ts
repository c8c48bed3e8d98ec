import { readDatabaseClock } from "../../queries/dispatch-snapshot.ts";
import type { Tx } from "../../store/client.ts";
import { Prisma } from "../../store/generated/client.ts";
import { oweFiring } from "../../store/sql/owe-firing.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { Look, PollJob, Polled, Turn } from "./poller.ts";

/** A turn reads at most this many revisions; the rest comes at the next tick. */
const MAX_REVISIONS = 5_000;

type State = {
  triggerType: string;
  cursor: bigint;
  edge: unknown;
  nextRunAt: Date | null;
};

/**
 * Runs one look with the automation's state row locked, so that two workers never see the same
 * occurrence, and stores in the same transaction the firings that it owes, its cursor and what it wants
 * to remember: nothing is lost and nothing fires twice (rule 1). A new automation, and one whose trigger
 * type changed, starts at now: its log is empty and it remembers nothing (rule 33).
 */
export async function takeTurn(job: PollJob, look: (turn: Turn) => Promise<Look>): Promise<Polled> {
  return inTransaction(job.database, async (tx) => {
    const { project, automation } = job;
    const state = await lockState(tx, project.id, automation.id, automation.trigger.type);
    const { revision } = await tx.projectRevision.findUniqueOrThrow({
      where: { projectId: project.id },
      select: { revision: true },
    });
    const isNew = state.triggerType !== automation.trigger.type;
    const newest = Number(revision);
    const after = isNew ? newest : Number(state.cursor);
    const until = Math.min(newest, after + MAX_REVISIONS);
    const now = job.now ?? (await readDatabaseClock(tx));
    const found = await look({
      tx,
      projectId: project.id,
      automation,
      now,
      after,
      until,
      memory: isNew ? null : state.edge,
      nextRunAt: isNew ? null : state.nextRunAt,
    });
    const occurrences = found.occurrences ?? [];
    for (const { ticketId, revision: sourceSeq, payload, dueAt } of occurrences) {
      await oweFiring(tx, {
        projectId: project.id,
        automationId: automation.id,
        ticketId,
        agent: null,
        cause: "trigger",
        sourceSeq,
        dueAt: dueAt ?? now,
        payload,
        requestedBy: null,
        failures: 0,
      });
    }
    const forgotten = isNew ? { edge: Prisma.DbNull, nextRunAt: null } : {};
    await tx.automationState.update({
      where: { projectId_automationId: { projectId: project.id, automationId: automation.id } },
      data: {
        triggerType: automation.trigger.type,
        cursor: Math.max(until, Number(state.cursor)),
        lastPolledAt: now,
        ...forgotten,
        ...(found.memory === undefined ? {} : { edge: found.memory }),
        ...(found.nextRunAt === undefined ? {} : { nextRunAt: found.nextRunAt }),
      },
    });
    const wakeAt = until < newest ? now : (found.wakeAt ?? null);
    const wakeInMs = wakeAt === null ? null : wakeAt.getTime() - now.getTime();
    return { owed: occurrences.length, wakeInMs };
  });
}

async function lockState(
  tx: Tx,
  projectId: number,
  automationId: string,
  triggerType: string,
): Promise<State> {
  const read = () => tx.$queryRaw<State[]>`
    SELECT "triggerType", "cursor", "edge", "nextRunAt" FROM "AutomationState"
     WHERE "projectId" = ${projectId} AND "automationId" = ${automationId} FOR UPDATE`;
  const [known] = await read();
  if (known) return known;
  await tx.$executeRaw`
    INSERT INTO "AutomationState" ("projectId", "automationId", "triggerType", "cursor")
    SELECT ${projectId}, ${automationId}, ${triggerType}, "revision" FROM "ProjectRevision" WHERE "projectId" = ${projectId}
    ON CONFLICT DO NOTHING`;
  const [made] = await read();
  if (!made) throw new Error(`automation ${automationId}: expected its state, found none`);
  return made;
}
