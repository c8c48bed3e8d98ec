import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { requestStop } from "./stop-run.ts";

export type HoldAnswer = { agent: string; isHeld: boolean; heldBy: string | null };

/**
 * Holds or releases one agent of a project; without `paused` it flips. A held agent starts nothing
 * (gate AGENT_HELD); its running runs finish unless `stopRunning`. 404 `AGENT_UNKNOWN`.
 */
export async function holdAgent(
  database: Database,
  actor: Actor,
  input: { projectId: number; agent: string; paused?: boolean; stopRunning?: boolean },
  now: Date,
): Promise<HoldAnswer> {
  const { projectId, agent } = input;
  return inTransaction(database, async (tx) => {
    const [member] = await tx.$queryRaw<{ id: number; heldBy: string | null }[]>`
      SELECT "id", "heldBy" FROM "Member"
      WHERE "projectId" = ${projectId} AND "slug" = ${agent} AND "kind" = 'agent' AND "removedAt" IS NULL
      FOR NO KEY UPDATE`;
    if (!member) throw new Failure(404, "AGENT_UNKNOWN", `no agent "${agent}" in this project`);
    const wasHeld = member.heldBy !== null;
    const isHeld = input.paused ?? !wasHeld;
    const heldBy = isHeld ? (member.heldBy ?? actor.slug) : null;
    const isChanged = isHeld !== wasHeld;
    if (isChanged) {
      await tx.member.update({
        where: { id: member.id },
        data: { heldBy, heldAt: isHeld ? now : null, heldUntil: null },
      });
    }
    const stopped: string[] = [];
    if (isHeld && input.stopRunning) {
      const runs = await tx.run.findMany({
        where: { projectId, agent, state: { not: "ended" } },
        select: { id: true },
        orderBy: { id: "asc" },
      });
      for (const run of runs)
        stopped.push(...(await requestStop(tx, { runId: run.id, actor, now })).map(({ id }) => id));
    }
    if (isChanged || stopped.length > 0) {
      const kind = isHeld ? "agent_held" : "agent_released";
      const data = { agent, ...(stopped.length > 0 ? { stopped } : {}) };
      await writeActivity(tx, { projectId, ticket: null, actor: activityActor(actor), kind, data });
    }
    return { agent, isHeld, heldBy };
  });
}
