/** Reads and writes below a root with the folder held open (S-12). */
import { constants } from "node:fs";
import { open, readdir, rename, rmdir, symlink, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { at, refuseLink, statLeaf, withFolder, withParent } from "./held-folder.ts";
import type { HeldFolder, NameRule } from "./held-folder.ts";
import { randomToken } from "./ids.ts";
import { PathRefused, splitRelative } from "./relative-name.ts";
import { refuseSpecial } from "./resolve-inside.ts";

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A save takes far less. */
const draftLifeMs = 60_000;

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

export interface WriteHow {
  /** Absent: as it was. */
  isExecutable?: boolean;
  /** With `recorded` a link that stands there is replaced, never followed. */
  names?: NameRule;
}

/** Replaces or creates the file atomically; makes missing folders. */
export async function writeInside(
  root: string,
  rel: string,
  content: string | Uint8Array,
  { isExecutable, names = "careful" }: WriteHow = {},
): Promise<void> {
  const work = async (folder: HeldFolder, name: string): Promise<null> => {
    const found = await statLeaf(folder, name);
    const isLink = found?.isSymbolicLink() === true;
    if (isLink && names === "careful") refuseLink(rel);
    if (found && !isLink) refuseSpecial(found, rel);
    const draft = draftOf(folder, name);
    const kept = found && !isLink ? found.mode & 0o777 : 0o666;
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
  };
  await withParent(root, rel, true, work, names);
}

/**
 * Puts a symbolic link back whose name was recorded, in the place of a file or another link; makes
 * missing folders. Nothing of ours follows it, wherever it points.
 */
export async function linkInside(root: string, rel: string, target: Uint8Array): Promise<void> {
  const work = async (folder: HeldFolder, name: string): Promise<null> => {
    const found = await statLeaf(folder, name);
    if (found && !found.isSymbolicLink()) refuseSpecial(found, rel);
    const draft = draftOf(folder, name);
    try {
      await symlink(Buffer.from(target), draft);
      await rename(draft, at(folder, name));
    } catch (error) {
      await unlink(draft).catch(() => undefined);
      throw error;
    }
    await folder.handle.sync();
    return null;
  };
  await withParent(root, rel, true, work, "recorded");
}

function draftOf(folder: HeldFolder, name: string): string {
  return at(folder, `.${name.slice(0, 80)}.${randomToken(6)}.tmp`);
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

/** Deletes the file; false when there was none. With `recorded` also a link, which is not followed. */
export async function removeInside(
  root: string,
  rel: string,
  names: NameRule = "careful",
): Promise<boolean> {
  const work = async (folder: HeldFolder, name: string): Promise<true | null> => {
    const found = await statLeaf(folder, name);
    if (!found) return null;
    const isLink = found.isSymbolicLink();
    if (isLink && names === "careful") refuseLink(rel);
    if (!isLink) refuseSpecial(found, rel);
    await unlink(at(folder, name));
    await folder.handle.sync();
    return true;
  };
  return (await withParent(root, rel, false, work, names)) === true;
}

/** Removes the folder if it is empty, and those above it below the root that are empty then. */
export async function removeEmptyInside(root: string, rel: string): Promise<void> {
  const components = rel.split("/");
  for (; components.length > 0; components.pop()) {
    const work = async (folder: HeldFolder, name: string): Promise<true> => {
      await rmdir(at(folder, name));
      return true;
    };
    const isGone = await withParent(root, components.join("/"), false, work, "recorded").catch(
      () => null,
    );
    if (isGone === null) return;
  }
}

export type InsideEntry = { name: string; isFile: boolean; isFolder: boolean };

/** What lies in a folder below the root, sorted by name; null when there is no such folder. */
export async function listInside(root: string, rel: string): Promise<InsideEntry[] | null> {
  const ask = { rel, isCreating: false, isRecorded: false };
  return withFolder(root, splitRelative(rel), ask, async (folder) => {
    const entries = await readdir(at(folder, ""), { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
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
