import { stopRun } from "../commands/stop-run.ts";
import type { Actor } from "../contracts/actor.ts";
import type { Database } from "../store/client.ts";

/** States in which an agent's process lives, or is about to. */
const WITH_PROCESS = ["starting", "verifying", "running", "awaiting_input", "ending"];

/** How many agents would go on without the board. */
export function countRunningAgents(database: Database): Promise<number> {
  return database.prisma.run.count({ where: { state: { in: WITH_PROCESS } } });
}

/** Asks every running agent to stop, as the owner would on the board; the worker acts on it. */
export async function stopRunningAgents(
  database: Database,
  ownerId: number,
  now: Date,
): Promise<void> {
  const owner = await database.prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  const actor: Actor = {
    kind: "person",
    slug: owner.handle,
    name: owner.name,
    userId: owner.id,
    role: "owner",
    isMaintainer: owner.isMaintainer,
    via: "bearer",
    credentialId: "terminal",
  };
  const runs = await database.prisma.run.findMany({
    where: { state: { in: WITH_PROCESS } },
    select: { id: true, projectId: true },
  });
  for (const run of runs) {
    await stopRun(database, actor, { projectId: run.projectId, runId: run.id }, now);
  }
}
