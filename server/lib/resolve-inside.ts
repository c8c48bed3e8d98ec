/**
 * The only way from a name to a path under a folder that an agent can write (S-12). Nothing here
 * follows a symbolic link below the root, and no file with a second hard link is touched.
 */
import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { PathRefused, foldName, splitRelative } from "./relative-name.ts";

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/**
 * The absolute path of `rel` below `root` (whose own symbolic links are resolved). The last
 * components may be missing. Throws {@link PathRefused} for everything that could lead outside:
 * links, twins that differ in case or Unicode form only, special files. Between this answer and a
 * later open somebody may swap a folder: read and write through `inside-folder.ts`, which holds the
 * folder open.
 */
export async function resolveInside(root: string, rel: string): Promise<string> {
  const components = splitRelative(rel);
  let folder = await realpath(root);
  for (const [index, name] of components.entries()) {
    const isLast = index === components.length - 1;
    await refuseTwins(folder, name, rel);
    const next = path.join(folder, name);
    const found = await lstat(next).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!found) return path.join(folder, ...components.slice(index));
    if (found.isSymbolicLink()) {
      throw new PathRefused(
        "symlink",
        rel,
        `path: expected no symbolic link, found one at "${name}"`,
      );
    }
    if (!isLast && !found.isDirectory()) {
      throw new PathRefused(
        "not-a-folder",
        rel,
        `path: expected a folder, found a file at "${name}"`,
      );
    }
    if (isLast && !found.isDirectory()) refuseSpecial(found, rel);
    folder = next;
  }
  return folder;
}

/** A second name that some file system takes for the same one makes the target ambiguous. */
export async function refuseTwins(folder: string, name: string, rel: string): Promise<void> {
  const fold = foldName(name);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const twin = names.find((other) => other !== name && foldName(other) === fold);
  if (twin !== undefined) {
    throw new PathRefused("twin", rel, `path: expected one name, found "${twin}" beside "${name}"`);
  }
}

/** Refuses what is no plain file of its own: devices, sockets, pipes, hard links. */
export function refuseSpecial(
  found: { isFile(): boolean; nlink: number | bigint },
  rel: string,
): void {
  if (!found.isFile()) {
    throw new PathRefused("special", rel, "path: expected a plain file, found a special one");
  }
  if (Number(found.nlink) > 1) {
    throw new PathRefused(
      "hard-link",
      rel,
      "path: expected a file with one name, found a hard link",
    );
  }
}
