import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

export type HoldAutomationAnswer = { automation: string; isHeld: boolean; heldBy: string | null };

/**
 * Holds or releases one automation without touching the file; without `paused` it flips. What it owes
 * stays owed (gate AUTOMATION_OFF meanwhile). 404 `AUTOMATION_UNKNOWN`.
 */
export async function holdAutomation(
  database: Database,
  actor: Actor,
  input: { projectId: number; automation: string; paused?: boolean },
  now: Date,
): Promise<HoldAutomationAnswer> {
  const { projectId, automation } = input;
  return inTransaction(database, async (tx) => {
    const [state] = await tx.$queryRaw<{ heldBy: string | null }[]>`
      SELECT "heldBy" FROM "AutomationState"
      WHERE "projectId" = ${projectId} AND "automationId" = ${automation} FOR NO KEY UPDATE`;
    if (!state)
      throw new Failure(404, "AUTOMATION_UNKNOWN", `no automation "${automation}" in this project`);
    const wasHeld = state.heldBy !== null;
    const isHeld = input.paused ?? !wasHeld;
    const heldBy = isHeld ? (state.heldBy ?? actor.slug) : null;
    if (isHeld !== wasHeld) {
      await tx.automationState.update({
        where: { projectId_automationId: { projectId, automationId: automation } },
        data: { heldBy, heldAt: isHeld ? now : null, heldUntil: null, updatedAt: now },
      });
      const data = { automation, isHeld };
      await writeActivity(tx, {
        projectId,
        ticket: null,
        actor: activityActor(actor),
        kind: "automation_switched",
        data,
      });
    }
    return { automation, isHeld, heldBy };
  });
}
