/**
 * Reads and writes below a root with the folder held open, so that a folder swapped for a link in
 * between changes nothing (S-12). Linux has no openat in Node; `/proc/self/fd/<n>/<name>` is one:
 * every step opens one component without following it. Elsewhere the path is checked before and after.
 */
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { randomToken } from "./ids.ts";
import { PathRefused, splitRelative } from "./relative-name.ts";
import { refuseSpecial, refuseTwins, resolveInside } from "./resolve-inside.ts";

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A save takes far less. */
const draftLifeMs = 60_000;
const hasProcFs = process.platform === "linux";

export type InsideFile = { bytes: Buffer; modifiedAt: Date };

/** The file's bytes, or null when it does not exist. Larger than `maxBytes` is refused. */
export async function readInside(
  root: string,
  rel: string,
  maxBytes: number,
): Promise<InsideFile | null> {
  return withParent(root, rel, false, async (folder, name) => {
    const file = await openLeaf(folder, name, rel);
    if (!file) return null;
    try {
      const found = await file.stat();
      refuseSpecial(found, rel);
      if (found.size > maxBytes) {
        throw new PathRefused(
          "size",
          rel,
          `${rel}: expected at most ${maxBytes} bytes, found ${found.size}`,
        );
      }
      return { bytes: await readUpTo(file, maxBytes, rel), modifiedAt: found.mtime };
    } finally {
      await file.close();
    }
  });
}

/** Replaces or creates the file atomically; makes missing folders. `isExecutable` absent: as it was. */
export async function writeInside(
  root: string,
  rel: string,
  content: string | Uint8Array,
  isExecutable?: boolean,
): Promise<void> {
  await withParent(root, rel, true, async (folder, name) => {
    const found = await statLeaf(folder, name);
    if (found) {
      if (found.isSymbolicLink()) refuseLink(rel);
      refuseSpecial(found, rel);
    }
    const draft = at(folder, `.${name.slice(0, 80)}.${randomToken(6)}.tmp`);
    const kept = found ? found.mode & 0o777 : 0o666;
    const mode = isExecutable === undefined ? kept : isExecutable ? kept | 0o111 : kept & ~0o111;
    try {
      const handle = await open(
        draft,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
        mode,
      );
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, at(folder, name));
    } catch (error) {
      await unlink(draft).catch(() => undefined);
      throw error;
    }
    await folder.handle.sync();
    await clearDrafts(folder, name);
    return null;
  });
}

/** What saves that were killed left behind; a save that goes on now is younger. */
async function clearDrafts(folder: HeldFolder, name: string): Promise<void> {
  const isDraft = (other: string) =>
    other.startsWith(`.${name.slice(0, 80)}.`) && /\.[\w-]{8}\.tmp$/.test(other);
  for (const other of (await readdir(at(folder, ""))).filter(isDraft)) {
    const found = await statLeaf(folder, other);
    if (!found?.isFile() || found.ctimeMs > Date.now() - draftLifeMs) continue;
    await unlink(at(folder, other)).catch(() => undefined);
  }
}

/** Deletes the file; false when there was none. */
export async function removeInside(root: string, rel: string): Promise<boolean> {
  const done = await withParent(root, rel, false, async (folder, name) => {
    const found = await statLeaf(folder, name);
    if (!found) return null;
    if (found.isSymbolicLink()) refuseLink(rel);
    refuseSpecial(found, rel);
    await unlink(at(folder, name));
    await folder.handle.sync();
    return true;
  });
  return done === true;
}

export type InsideEntry = { name: string; isFile: boolean; isFolder: boolean };

/** What lies in a folder below the root, sorted by name; null when there is no such folder. */
export async function listInside(root: string, rel: string): Promise<InsideEntry[] | null> {
  return withFolder(root, splitRelative(rel), rel, false, async (folder) => {
    const entries = await readdir(at(folder, ""), { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

type HeldFolder = { handle: FileHandle; path: string };

/** The path of `name` in the held folder: through its descriptor where the system has one. */
function at(folder: HeldFolder, name: string): string {
  return hasProcFs ? `/proc/self/fd/${folder.handle.fd}/${name}` : path.join(folder.path, name);
}

/** Holds the folder of `rel` open and hands over the last name; null when the folder is missing. */
async function withParent<T>(
  root: string,
  rel: string,
  isCreating: boolean,
  work: (folder: HeldFolder, name: string) => Promise<T | null>,
): Promise<T | null> {
  const components = splitRelative(rel);
  const leaf = components.pop() ?? "";
  return withFolder(root, components, rel, isCreating, async (folder) => {
    await refuseTwins(at(folder, ""), leaf, rel);
    return work(folder, leaf);
  });
}

async function withFolder<T>(
  root: string,
  components: string[],
  rel: string,
  isCreating: boolean,
  work: (folder: HeldFolder) => Promise<T | null>,
): Promise<T | null> {
  const rootPath = await realpath(root);
  if (!hasProcFs) await resolveInside(rootPath, rel);
  let folder: HeldFolder = { handle: await open(rootPath, folderFlags), path: rootPath };
  try {
    for (const name of components) {
      await refuseTwins(at(folder, ""), name, rel);
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

async function openLeaf(folder: HeldFolder, name: string, rel: string): Promise<FileHandle | null> {
  try {
    return await open(at(folder, name), readFlags);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return null;
    if (code === "ELOOP" || code === "EMLINK") return refuseLink(rel);
    if (code === "ENXIO")
      throw new PathRefused("special", rel, "path: expected a plain file, found a special one");
    throw error;
  }
}

async function statLeaf(folder: HeldFolder, name: string) {
  try {
    return await lstat(at(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function refuseLink(rel: string): never {
  throw new PathRefused("symlink", rel, "path: expected no symbolic link, found one");
}

/** Never more than the limit, whatever the file grows to while it is read. */
async function readUpTo(file: FileHandle, maxBytes: number, rel: string): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  while (length <= maxBytes) {
    const { bytesRead } = await file.read(buffer, length, maxBytes + 1 - length, length);
    if (bytesRead === 0) return Buffer.from(buffer.subarray(0, length));
    length += bytesRead;
  }
  throw new PathRefused("size", rel, `${rel}: expected at most ${maxBytes} bytes, found more`);
}
