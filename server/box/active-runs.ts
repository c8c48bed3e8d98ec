import { newUuid } from "../lib/ids.ts";
import type { Database } from "../store/client.ts";

/** States in which an agent's process lives. */
const WITH_PROCESS = ["starting", "verifying", "running", "awaiting_input", "ending"];

/** How many agents would go on without the board. */
export function countRunningAgents(database: Database): Promise<number> {
  return database.prisma.run.count({ where: { state: { in: WITH_PROCESS } } });
}

/**
 * Asks every running agent to stop. Only rows are written: the worker acts on them, as on any stop a
 * person asks for.
 */
export async function stopRunningAgents(database: Database, now: Date): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const runs = await tx.run.findMany({
      where: { state: { in: WITH_PROCESS }, stopRequestedAt: null },
      select: { id: true },
    });
    await tx.run.updateMany({
      where: { id: { in: runs.map((run) => run.id) } },
      data: { stopRequestedAt: now, stoppedBy: "owner" },
    });
    await tx.runCommand.createMany({
      data: runs.map((run) => ({
        id: newUuid(),
        runId: run.id,
        kind: "stop",
        payload: { reason: "the box was stopped" },
        actor: "owner",
        actorKind: "person",
      })),
    });
    for (const run of runs) await tx.$executeRaw`SELECT pg_notify('signalbox', ${`run:${run.id}`})`;
  });
}
