import type { Actor } from "#server/contracts/actor.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { requestStop } from "./stop-run.ts";

/**
 * Pauses or resumes everything (ux 19): no project starts anything while it lasts, each project's own
 * pause stays as it is. Without `paused` it flips. With `stopRunning` the running ones are stopped.
 */
export async function pauseAll(
  database: Database,
  actor: Actor,
  input: { paused?: boolean; stopRunning?: boolean },
  now: Date,
): Promise<{ isPaused: boolean; stopped: number }> {
  return inTransaction(database, async (tx) => {
    const [installation] = await tx.$queryRaw<{ isPaused: boolean }[]>`
      SELECT "isPaused" FROM "Installation" WHERE "id" = 1 FOR UPDATE`;
    const wasPaused = installation?.isPaused ?? false;
    const isPaused = input.paused ?? !wasPaused;
    await tx.installation.update({
      where: { id: 1 },
      data: {
        isPaused,
        pausedBy: isPaused ? actor.slug : null,
        pausedAt: isPaused ? now : null,
      },
    });
    const runs =
      isPaused && input.stopRunning
        ? await tx.run.findMany({
            where: { state: { not: "ended" } },
            select: { id: true },
            orderBy: { id: "asc" },
          })
        : [];
    let stopped = 0;
    for (const run of runs)
      stopped += (await requestStop(tx, { runId: run.id, actor, now })).length;
    if (isPaused === wasPaused && stopped === 0) return { isPaused, stopped };
    const projects = await tx.project.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    for (const { id } of projects) {
      await writeActivity(tx, {
        projectId: id,
        ticket: null,
        actor: activityActor(actor),
        kind: isPaused ? "project_paused" : "project_resumed",
        data: { everything: true },
      });
    }
    await writeAccountActivity(tx, {
      actor,
      kind: isPaused ? "everything_paused" : "everything_resumed",
      data: { stopped },
    });
    return { isPaused, stopped };
  });
}
