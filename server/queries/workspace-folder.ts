import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { Failure } from "#server/contracts/failure.ts";
import { loadEnv } from "#server/env.ts";

export interface WorkspaceFolder {
  /** As given, absolute. */
  path: string;
  /** Symbolic links resolved. */
  realPath: string;
}

/**
 * The folder a person names as a workspace. 422 `WORKSPACE_INVALID` unless it is an existing directory
 * that may be one: not `/`, not the home folder itself, nothing of our data, and under
 * `SIGNALBOX_ROOTS` where that is set (rule 43).
 */
export async function resolveWorkspace(given: string): Promise<WorkspaceFolder> {
  const absolute = absolutePath(given);
  let realPath: string;
  try {
    realPath = await realpath(absolute);
    if (!(await stat(realPath)).isDirectory()) throw refused(absolute, "it is not a folder");
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused(
      absolute,
      (error as NodeJS.ErrnoException).code === "ENOENT"
        ? "it does not exist"
        : "it cannot be read",
    );
  }
  const problem = await describeForbidden(realPath);
  if (problem) throw refused(absolute, problem);
  return { path: absolute, realPath };
}

/** `~` and `~/x` mean the home folder; relative paths are refused. */
export function absolutePath(given: string): string {
  const trimmed = given.trim();
  const expanded =
    trimmed === "~" || trimmed.startsWith("~/") ? path.join(homedir(), trimmed.slice(1)) : trimmed;
  if (!path.isAbsolute(expanded) || expanded.includes("\0")) {
    throw new Failure(
      422,
      "WORKSPACE_INVALID",
      `workspacePath: expected an absolute path, found "${given}"`,
    );
  }
  return path.resolve(expanded);
}

/** Folders a workspace may lie in; null: everywhere but the forbidden ones. */
export async function allowedRoots(): Promise<string[] | null> {
  const { roots } = loadEnv();
  if (roots === null) return null;
  return Promise.all(roots.map((root) => realpath(root).catch(() => root)));
}

export function isInside(folder: string, root: string): boolean {
  return folder === root || folder.startsWith(root === "/" ? "/" : `${root}/`);
}

async function describeForbidden(realPath: string): Promise<string | null> {
  const realOf = (folder: string) => realpath(folder).catch(() => folder);
  const [home, data] = await Promise.all([realOf(homedir()), realOf(loadEnv().dataDir)]);
  if (realPath === "/") return "the root of the file system cannot be a workspace";
  if (realPath === home)
    return "the home folder itself cannot be a workspace; choose a folder in it";
  if (isInside(realPath, data) || isInside(data, realPath)) return "it holds Signalbox's own data";
  const roots = await allowedRoots();
  if (roots && !roots.some((root) => isInside(realPath, root))) {
    return `SIGNALBOX_ROOTS allows only folders in ${roots.join(", ")}`;
  }
  return null;
}

function refused(folder: string, why: string): Failure {
  return new Failure(422, "WORKSPACE_INVALID", `workspacePath: ${folder} cannot be used: ${why}`);
}
