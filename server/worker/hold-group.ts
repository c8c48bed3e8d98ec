import { systemActor } from "#server/contracts/actor.ts";
import { releaseGroup } from "../commands/release-group.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { describeError } from "../lib/result.ts";
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
  await forgetPassedHolds(context);
  const holders = await database.prisma.run.findMany({
    where: { holdsGroup: true, state: "ended" },
    select: { id: true, projectId: true, cwd: true },
  });
  for (const run of holders) {
    try {
      if (await hasUncommittedChanges(database.prisma, run, dataDir)) continue;
      await releaseGroup(database, systemActor, { projectId: run.projectId, runId: run.id });
    } catch (error) {
      // A failure: somebody else was faster. One folder that cannot be read holds up no other.
      if (isFailure(error)) continue;
      context.log.warn(
        { run: run.id, reason: describeError(error) },
        "a held group was not judged",
      );
    }
  }
}

/** Holds that the gate no longer counts: the pair's next run has begun, or nothing waits for an answer. */
async function forgetPassedHolds({ database }: WorkerContext): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE "Run" r SET "holdsGroup" = false
     WHERE r."holdsGroup" AND r."state" = 'ended'
       AND (r."wakeOn"->>'kind' IS DISTINCT FROM 'answer'
            OR EXISTS (SELECT 1 FROM "Run" later WHERE later."ticketId" = r."ticketId"
                        AND later."agent" = r."agent" AND later."createdAt" > r."createdAt"))`;
}
