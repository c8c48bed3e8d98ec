import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { settingsHash } from "../queries/settings-difference.ts";
import { changedSettings, readSettingsManifest } from "../queries/workspace-settings.ts";

/**
 * A person takes what the workspace tells the agent CLI to do (`.claude/settings*.json`, `.mcp.json` and
 * their hooks) as it is now; any later change is the gate WORKSPACE_UNTRUSTED (rule 5). The stored value
 * holds one hash per file, so that the difference can be named. `shownHash` is what the person was shown
 * (see `readSettingsDifference`): 409 `SETTINGS_CHANGED` where the files are not that any more. Without
 * it, at the opening of a folder, whatever is there is taken. Writes nothing when nothing differs.
 */
export async function acceptSettings(
  database: Database,
  projectId: number,
  actor: Actor,
  shownHash: string | null = null,
): Promise<void> {
  const project = await database.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { workspaceRealPath: true },
  });
  const workspace = project.workspaceRealPath;
  if (workspace === null && shownHash === null) return;
  const found = workspace === null ? "" : await readSettingsManifest(workspace);
  if (shownHash !== null && shownHash !== settingsHash(found)) {
    throw new Failure(
      409,
      "SETTINGS_CHANGED",
      "settings: expected what was shown, found files that changed since; look again",
    );
  }
  await inTransaction(database, async (tx) => {
    const [row] = await tx.$queryRaw<{ trustedSettingsHash: string | null }[]>`
      SELECT "trustedSettingsHash" FROM "Project" WHERE "id" = ${projectId} FOR NO KEY UPDATE`;
    const accepted = row?.trustedSettingsHash ?? null;
    if (accepted === found) return;
    await tx.project.update({
      where: { id: projectId },
      data: { trustedSettingsHash: found },
    });
    const files = changedSettings(accepted ?? "", found);
    if (files.length === 0) return;
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "settings_accepted",
      data: { files },
    });
  });
}
