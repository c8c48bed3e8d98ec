import { Failure, isFailure } from "#server/contracts/failure.ts";
import { PathRefused } from "#server/lib/relative-name.ts";
import type { Project } from "#server/store/generated/client.ts";

/** The folder whose files a command reads and writes; 422 for a project without one. */
export function workspaceOf(project: Pick<Project, "slug" | "workspaceRealPath">): string {
  if (project.workspaceRealPath === null) {
    throw new Failure(422, "WORKSPACE_INVALID", `the project "${project.slug}" has no folder`);
  }
  return project.workspaceRealPath;
}

/** Runs file work and turns what the file system says into refusals with a reason. */
export async function withWorkspaceErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error)) throw error;
    if (error instanceof PathRefused) {
      throw new Failure(422, "PATH_REFUSED", error.message, {
        path: error.path,
        reason: error.reason,
      });
    }
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new Failure(422, "WORKSPACE_INVALID", "workspace: expected a folder, found none");
    }
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
      throw new Failure(
        422,
        "WORKSPACE_INVALID",
        "workspace: expected files this user may write, found none",
      );
    }
    if (code === "ENOSPC" || code === "EDQUOT") {
      throw new Failure(503, "DISK_LOW", "the disk is full; the file is as it was");
    }
    throw error;
  }
}
