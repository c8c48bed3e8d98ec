import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/**
 * Drops a board with all its rows; the workspace stays as it is. 409 `RUNS_ACTIVE` while agents run:
 * their rows are what a worker ends them by.
 */
export async function deleteProject(
  database: Database,
  actor: Actor,
  project: { id: number; slug: string; name: string },
): Promise<void> {
  const projectId = project.id;
  const active = await database.prisma.run.count({ where: { projectId, state: { not: "ended" } } });
  if (active > 0) {
    throw new Failure(
      409,
      "RUNS_ACTIVE",
      `${active === 1 ? "a run is" : `${active} runs are`} active; pause the project and stop what runs first`,
      { active },
    );
  }
  await inTransaction(database, async (tx) => {
    await removeRows(tx, projectId);
    // Its own log goes with it.
    await writeAccountActivity(tx, {
      actor,
      kind: "project_deleted",
      data: { project: project.slug, name: project.name },
    });
  });
}

/** Takes a project back that was never finished. */
export async function removeProjectRows(database: Database, projectId: number): Promise<void> {
  await inTransaction(database, (tx) => removeRows(tx, projectId));
}

/** Tickets go before their columns, which they name. */
async function removeRows(tx: Tx, projectId: number): Promise<void> {
  await tx.ticket.deleteMany({ where: { projectId } });
  await tx.project.deleteMany({ where: { id: projectId } });
}
