import type pg from "pg";
import type { Actor } from "../contracts/actor.ts";

/** States in which an agent's process lives, or is about to. */
const WITH_PROCESS = ["starting", "verifying", "running", "awaiting_input", "ending"];

/** How many agents would go on without the board. */
export async function countRunningAgents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ agents: number }>(
    `SELECT count(*)::int AS "agents" FROM "Run" WHERE "state" = ANY($1)`,
    [WITH_PROCESS],
  );
  return rows[0]?.agents ?? 0;
}

/**
 * Asks every agent to stop that nobody has asked yet, as the owner would on the board; the worker acts
 * on it. Loads the command and the database client only now: no start waits for them.
 */
export async function stopRunningAgents(
  databaseUrl: string,
  ownerId: number,
  now: Date,
): Promise<void> {
  const [{ stopRun }, { createDatabase }] = await Promise.all([
    import("../commands/stop-run.ts"),
    import("../store/client.ts"),
  ]);
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
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
      where: { state: { in: ["queued", ...WITH_PROCESS] }, stopRequestedAt: null },
      select: { id: true, projectId: true },
    });
    for (const run of runs) {
      await stopRun(database, actor, { projectId: run.projectId, runId: run.id }, now);
    }
  } finally {
    await database.close();
  }
}
