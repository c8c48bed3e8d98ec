import { lstat, readdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { Failure } from "#server/contracts/failure.ts";
import type { BrowseAnswer } from "#server/contracts/project.ts";
import { absolutePath, allowedRoots, isInside } from "./workspace-folder.ts";

const MAX_FOLDERS = 1_000;

/**
 * Folders in a folder, for the path field: names only, hidden ones left out, links not followed. Stays
 * under `SIGNALBOX_ROOTS`, by default the home folder's contents. Without a path: the first root.
 */
export async function browseFolder(given: string | undefined): Promise<BrowseAnswer> {
  const roots = (await allowedRoots()) ?? [await realpath(homedir())];
  const wanted =
    given === undefined || given.trim() === "" ? (roots[0] ?? homedir()) : absolutePath(given);
  const folder = await realpath(wanted).catch(() => {
    throw new Failure(404, "FOLDER_UNKNOWN", `path: no folder ${wanted}`);
  });
  const root = roots.find((candidate) => isInside(folder, candidate));
  if (root === undefined)
    throw new Failure(
      403,
      "OUTSIDE_ROOTS",
      `path: expected a folder in ${roots.join(", ")}, found ${folder}`,
    );
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Failure(404, "FOLDER_UNKNOWN", `path: ${folder} cannot be read`);
  });
  const names = entries
    .filter(
      (entry) =>
        entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
    )
    .map((entry) => entry.name)
    .slice(0, MAX_FOLDERS);
  const folders = await Promise.all(
    names.map(async (name) => {
      const full = path.join(folder, name);
      return { name, path: full, isGit: await hasGit(full) };
    }),
  );
  // Repositories first: they are what people look for.
  folders.sort((a, b) => Number(b.isGit) - Number(a.isGit) || a.name.localeCompare(b.name));
  return { path: folder, parent: folder === root ? null : path.dirname(folder), folders };
}

/** A `.git` entry of any kind; worktrees have a file. */
export async function hasGit(folder: string): Promise<boolean> {
  return lstat(path.join(folder, ".git")).then(
    () => true,
    () => false,
  );
}
