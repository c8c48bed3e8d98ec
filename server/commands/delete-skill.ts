import type { Actor } from "#server/contracts/actor.ts";
import { removeInside } from "#server/lib/inside-folder.ts";
import { findSkillPath, skillUnknown } from "#server/queries/skill.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { checkAgentName } from "./save-skill.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/**
 * Deletes a skill file; its versions stay, so that it can be written again from its history. The member
 * stays too, without a skill nothing starts for it. 404 `SKILL_UNKNOWN`.
 */
export async function deleteSkill(
  database: Database,
  projectId: number,
  actor: Actor,
  agent: string,
): Promise<void> {
  checkAgentName(agent);
  await inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, projectId);
    const workspace = workspaceOf(await tx.project.findUniqueOrThrow({ where: { id: projectId } }));
    const path = await withWorkspaceErrors(() => findSkillPath(workspace, agent));
    if (path === null) throw skillUnknown(agent);
    await tx.skill.deleteMany({ where: { projectId, agent } });
    const data = { removed: [agent], agent };
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "skill_saved",
      data,
    });
    await withWorkspaceErrors(() => removeInside(workspace, path));
  });
}
