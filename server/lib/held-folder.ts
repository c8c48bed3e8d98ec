/**
 * Folders held open while something happens in them, so that one swapped for a link in between changes
 * nothing (S-12). Linux has no openat in Node; `/proc/self/fd/<n>/<name>` is one: every step opens one
 * component without following it. Elsewhere the path is checked before and after.
 */
import { constants } from "node:fs";
import { lstat, mkdir, open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { PathRefused, splitRecorded, splitRelative } from "./relative-name.ts";
import { refuseTwins, resolveInside } from "./resolve-inside.ts";

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const hasProcFs = process.platform === "linux";

/**
 * `careful`: names that a person or an agent gave. `recorded`: names that were found in this very
 * folder before; where paths cannot be swapped under us they may be as odd as the file system allows.
 */
export type NameRule = "careful" | "recorded";

export type HeldFolder = { handle: FileHandle; path: string };

/** The path of `name` in the held folder: through its descriptor where the system has one. */
export function at(folder: HeldFolder, name: string): string {
  return hasProcFs ? `/proc/self/fd/${folder.handle.fd}/${name}` : path.join(folder.path, name);
}

/** Holds the folder of `rel` open and hands over the last name; null when the folder is missing. */
export async function withParent<T>(
  root: string,
  rel: string,
  isCreating: boolean,
  work: (folder: HeldFolder, name: string) => Promise<T | null>,
  rule: NameRule = "careful",
): Promise<T | null> {
  const isRecorded = rule === "recorded" && hasProcFs;
  const components = isRecorded ? splitRecorded(rel) : splitRelative(rel);
  const leaf = components.pop() ?? "";
  const ask = { rel, isCreating, isRecorded };
  return withFolder(root, components, ask, async (folder) => {
    if (!isRecorded) await refuseTwins(at(folder, ""), leaf, rel);
    return work(folder, leaf);
  });
}

export async function withFolder<T>(
  root: string,
  components: string[],
  { rel, isCreating, isRecorded }: { rel: string; isCreating: boolean; isRecorded: boolean },
  work: (folder: HeldFolder) => Promise<T | null>,
): Promise<T | null> {
  const rootPath = await realpath(root);
  if (!hasProcFs) await resolveInside(rootPath, rel);
  let folder: HeldFolder = { handle: await open(rootPath, folderFlags), path: rootPath };
  try {
    for (const name of components) {
      if (!isRecorded) await refuseTwins(at(folder, ""), name, rel);
      const next = await openFolder(folder, name, rel, isCreating);
      if (!next) return null;
      await folder.handle.close();
      folder = next;
    }
    if (!hasProcFs) await resolveInside(rootPath, rel);
    return await work(folder);
  } finally {
    await folder.handle.close();
  }
}

async function openFolder(
  parent: HeldFolder,
  name: string,
  rel: string,
  isCreating: boolean,
): Promise<HeldFolder | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return {
        handle: await open(at(parent, name), folderFlags),
        path: path.join(parent.path, name),
      };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ELOOP") refuseLink(rel);
      if (code === "ENOTDIR") {
        const found = await statLeaf(parent, name);
        if (found?.isSymbolicLink()) refuseLink(rel);
        throw new PathRefused(
          "not-a-folder",
          rel,
          `path: expected a folder, found a file at "${name}"`,
        );
      }
      if (code !== "ENOENT") throw error;
      if (!isCreating) return null;
      if (attempt > 3) throw error;
    }
    await mkdir(at(parent, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
  }
}

export async function statLeaf(folder: HeldFolder, name: string) {
  try {
    return await lstat(at(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function refuseLink(rel: string): never {
  throw new PathRefused("symlink", rel, "path: expected no symbolic link, found one");
}
