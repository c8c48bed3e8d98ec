import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";

/**
 * POST …/release: others may write where a parked run left uncommitted changes (ux 6). Its question stays
 * open, and an answer still resumes it. 409 `GROUP_NOT_HELD` where it holds none (any more).
 */
export async function releaseGroup(
  database: Database,
  actor: Actor,
  input: { projectId: number; runId: string },
): Promise<void> {
  const { projectId, runId } = input;
  await inTransaction(database, async (tx) => {
    const run = await tx.run.findFirst({
      where: { id: runId, projectId },
      select: { agent: true, groupName: true, ticket: { select: { id: true, number: true } } },
    });
    if (!run) throw new Failure(404, "RUN_UNKNOWN", `no run ${runId} in this project`);
    const { count } = await tx.run.updateMany({
      where: { id: runId, holdsGroup: true, state: "ended" },
      data: { holdsGroup: false },
    });
    if (count === 0) throw new Failure(409, "GROUP_NOT_HELD", "this run holds no group");
    await writeActivity(tx, {
      projectId,
      ticket: run.ticket,
      actor: activityActor(actor),
      kind: "group_released",
      data: { run: runId, agent: run.agent, group: run.groupName },
    });
  });
}
