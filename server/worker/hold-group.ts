import { systemActor } from "#server/contracts/actor.ts";
import { releaseGroup } from "../commands/release-group.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { hasUncommittedChanges } from "../queries/uncommitted.ts";
import type { WorkerContext } from "./context.ts";
import type { Charge } from "./supervise.ts";

/**
 * A run that ends with an open question keeps its group while its shared folder holds its uncommitted
 * changes (rule 19). Looked at when its process is gone and before its end is stored, so that nobody gets
 * between.
 */
export async function holdGroupIfParked({ context, run, fence }: Charge): Promise<void> {
  if (run.isolation !== "workspace" || run.groupName === null) return;
  const { prisma } = context.database;
  const waiting = await prisma.question.count({
    where: { runId: run.id, state: { in: ["open", "parked"] } },
  });
  if (waiting === 0) return;
  const holdsGroup = await hasUncommittedChanges(prisma, run, context.dataDir);
  await prisma.run.updateMany({ where: { id: run.id, fence }, data: { holdsGroup } });
}

/** Groups whose changes a person has committed or taken back meanwhile are free again. */
export async function releaseCleanGroups(context: WorkerContext): Promise<void> {
  const { database, dataDir } = context;
  const holders = await database.prisma.run.findMany({
    where: { holdsGroup: true, state: "ended" },
    select: { id: true, projectId: true, cwd: true },
  });
  for (const run of holders) {
    if (await hasUncommittedChanges(database.prisma, run, dataDir)) continue;
    await releaseGroup(database, systemActor, { projectId: run.projectId, runId: run.id }).catch(
      (error: unknown) => {
        // Somebody else was faster.
        if (!isFailure(error)) throw error;
      },
    );
  }
}
