import { Failure } from "#server/contracts/failure.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/**
 * Drops a board with all its rows; the workspace stays as it is. 409 `RUNS_ACTIVE` while agents run:
 * their rows are what a worker ends them by.
 */
export async function deleteProject(database: Database, projectId: number): Promise<void> {
  const active = await database.prisma.run.count({ where: { projectId, state: { not: "ended" } } });
  if (active > 0) {
    throw new Failure(
      409,
      "RUNS_ACTIVE",
      `${active === 1 ? "a run is" : `${active} runs are`} active; pause the project and stop what runs first`,
      { active },
    );
  }
  await removeProjectRows(database, projectId);
}

/** Tickets go before their columns, which they name. */
export async function removeProjectRows(database: Database, projectId: number): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.ticket.deleteMany({ where: { projectId } });
    await tx.project.deleteMany({ where: { id: projectId } });
  });
}
