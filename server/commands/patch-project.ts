import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { PatchProject } from "#server/contracts/project.ts";
import { resolveWorkspace } from "#server/queries/workspace-folder.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkPermissionLevel } from "./check-permission-level.ts";
import { checkTimeZone } from "./create-project.ts";
import { claimFolder } from "./insert-project.ts";
import { openWorkspace } from "./open-workspace.ts";
import { refuseChanged } from "./refuse-changed.ts";

/** Changes a project's settings; only what is sent (api §2). Another folder is opened like a new one. */
export async function patchProject(
  database: Database,
  actor: Actor,
  input: PatchProject & { projectId: number },
  now: Date,
): Promise<void> {
  const { projectId, workspacePath, was, ...fields } = input;
  checkPermissionLevel(actor, fields.permissionLevel);
  if (fields.allowedHosts !== undefined) checkOwner(actor, "allowedHosts");
  if (fields.timeZone !== undefined) fields.timeZone = checkTimeZone(fields.timeZone);
  if (fields.fallbackModel?.trim() === "") fields.fallbackModel = null;
  const folder =
    workspacePath === undefined || workspacePath.trim() === ""
      ? null
      : await resolveWorkspace(workspacePath);
  const isOpened = await inTransaction(database, async (tx) => {
    if (folder) await claimFolder(tx, folder.realPath, projectId);
    await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId} FOR NO KEY UPDATE`;
    const before = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    refuseChanged({ ...before }, was);
    await tx.project.update({
      where: { id: projectId },
      data: {
        ...fields,
        updatedAt: now,
        ...(folder ? { workspacePath: folder.path, workspaceRealPath: folder.realPath } : {}),
      },
    });
    const changed = Object.keys({ ...fields, ...(folder ? { workspacePath } : {}) });
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "project_changed",
      data: { fields: changed },
    });
    return folder !== null && folder.realPath !== before.workspaceRealPath;
  });
  if (isOpened) await openWorkspace(database, projectId, actor, now);
}

/** What rules may reach outside is the owner's to say (S-26). */
function checkOwner(actor: Actor, field: string): void {
  if (actor.kind === "person" && actor.role === "owner") return;
  throw new Failure(403, "NOT_ALLOWED", `${field}: only an owner may change it`);
}
