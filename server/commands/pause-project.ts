import type { Actor } from "#server/contracts/actor.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { requestStop } from "./stop-run.ts";

/**
 * Pauses or resumes a project; without `paused` it flips. Pause means no new starts, running ones
 * finish unless `stopRunning` (rule 20).
 */
export async function pauseProject(
  database: Database,
  actor: Actor,
  input: { projectId: number; paused?: boolean; stopRunning?: boolean },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const [project] = await tx.$queryRaw<{ isPaused: boolean }[]>`
      SELECT "isPaused" FROM "Project" WHERE "id" = ${projectId} FOR NO KEY UPDATE`;
    const isPaused = input.paused ?? !project?.isPaused;
    if (isPaused !== project?.isPaused) {
      await tx.project.update({
        where: { id: projectId },
        data: {
          isPaused,
          pausedBy: isPaused ? actor.slug : null,
          pausedAt: isPaused ? now : null,
          updatedAt: now,
        },
      });
    }
    const stopped: string[] = [];
    if (isPaused && input.stopRunning) {
      const runs = await tx.run.findMany({
        where: { projectId, state: { not: "ended" } },
        select: { id: true },
        orderBy: { id: "asc" },
      });
      for (const run of runs) {
        const told = await requestStop(tx, { runId: run.id, actor, now });
        stopped.push(...told.map(({ id }) => id));
      }
    }
    if (isPaused === project?.isPaused && stopped.length === 0) return;
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: isPaused ? "project_paused" : "project_resumed",
      data: stopped.length > 0 ? { stopped } : {},
    });
  });
}
