import type { Database } from "#server/store/client.ts";
import { readSettingsManifest } from "../queries/workspace-settings.ts";

/**
 * A person takes what the workspace tells the agent CLI to do (`.claude/settings*.json`, `.mcp.json` and
 * their hooks) as it is now; any later change is the gate WORKSPACE_UNTRUSTED (rule 5). The stored value
 * holds one hash per file, so that the difference can be named.
 */
export async function acceptSettings(database: Database, projectId: number): Promise<void> {
  const project = await database.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { workspaceRealPath: true },
  });
  if (project.workspaceRealPath === null) return;
  const trustedSettingsHash = await readSettingsManifest(project.workspaceRealPath);
  await database.prisma.project.update({ where: { id: projectId }, data: { trustedSettingsHash } });
}
