import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { Stats } from "node:fs";
import {
  access,
  copyFile,
  lstat,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { readGitFolder } from "../git-folder.ts";
import { randomToken } from "../ids.ts";
import { foldName } from "../relative-name.ts";
import { GitFailed } from "./own-git.ts";
import type { CheckpointStore } from "./own-git.ts";

/** Larger files are left out, and counted. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_EXCLUDE_BYTES = 64 * 1024;
const NAMES_KEPT = 20;
const LOOKS_AT_ONCE = 32;
/** The first look at a large folder stores all of it, and the run's panel says so meanwhile. */
const STORE_WITHIN_MS = 5 * 60_000;

/** What a snapshot left out, and why; a few names of each. */
export interface Skipped {
  tooLarge: number;
  unreadable: number;
  /** Repositories inside the folder: they have a history of their own. */
  nested: number;
  names: string[];
}

export interface Snapshot {
  tree: string;
  skipped: Skipped;
  /** Files whose content was read and hashed: what this snapshot cost. */
  hashed: number;
}

const busy = new Map<string, Promise<unknown>>();

/**
 * Records the folder's files as they are now, without those it ignores. Costs what changed since the
 * last time: an index of ours remembers sizes and times. One at a time per folder in this process;
 * two processes do not disturb each other, because each works on a copy of the index.
 */
export function takeSnapshot(store: CheckpointStore, folder: string): Promise<Snapshot> {
  const key = `${store.dir}\0${folder}`;
  const before = busy.get(key) ?? Promise.resolve();
  const work = before.catch(() => undefined).then(() => look(store, folder));
  busy.set(key, work);
  return work.finally(() => {
    if (busy.get(key) === work) busy.delete(key);
  });
}

/** Name of a folder's index and of the ref that keeps its objects. */
export function folderKey(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}

async function look(store: CheckpointStore, folder: string): Promise<Snapshot> {
  try {
    return await withIndex(store, folder, true, (index) => record(store, folder, index));
  } catch (error) {
    if (error instanceof GitFailed && error.isHopeless) throw error;
    // A file that went meanwhile, or an index that does not fit its objects: once more from nothing.
    return withIndex(store, folder, false, (index) => record(store, folder, index));
  }
}

/** Lends a private copy of the folder's index, and keeps it when the work succeeded. */
async function withIndex<T>(
  store: CheckpointStore,
  folder: string,
  isKept: boolean,
  work: (index: string) => Promise<T>,
): Promise<T> {
  const file = path.join(store.dir, "index.d", folderKey(folder));
  const draft = `${file}.${randomToken(6)}`;
  try {
    if (isKept) await copyKeepingTime(file, draft);
    const result = await work(draft);
    await rename(draft, file).catch((error: unknown) => {
      // An empty folder has no index.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    });
    return result;
  } finally {
    await rm(draft, { force: true });
    await rm(`${draft}.lock`, { force: true });
  }
}

/** Git takes a file for unchanged when it is older than the index: the copy must not be younger. */
async function copyKeepingTime(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const time = new Date(Math.floor(mtimeMs));
    await utimes(to, time, time);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function record(store: CheckpointStore, folder: string, index: string): Promise<Snapshot> {
  const excludes = `${index}.exclude`;
  try {
    await writeFile(excludes, await readExcludes(folder));
    const call = { workTree: folder, indexFile: index };
    const output = await store.git(
      [
        "-c",
        `core.excludesFile=${excludes}`,
        "ls-files",
        "-z",
        "-t",
        "--deleted",
        "--modified",
        "--others",
        "--exclude-standard",
      ],
      call,
    );
    const { put, gone, skipped } = await sortOut(folder, readTagged(output));
    if (gone.length > 0) {
      await store.git(["update-index", "-z", "--force-remove", "--stdin"], {
        ...call,
        input: lines(gone),
      });
    }
    if (put.length > 0) {
      await store.git(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], {
        ...call,
        input: lines(put),
        timeoutMs: STORE_WITHIN_MS,
      });
    }
    const tree = (await store.git(["write-tree"], call)).toString("utf8").trim();
    return { tree, skipped, hashed: put.length };
  } finally {
    await rm(excludes, { force: true });
  }
}

function lines(names: string[]): string {
  return `${names.join("\0")}\0`;
}

/** Path → what git says of it: `R` gone, `C` changed, `?` new. Gone wins. */
function readTagged(output: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of output.toString("utf8").split("\0")) {
    if (entry.length < 3) continue;
    const name = entry.slice(2);
    if (found.get(name) !== "R") found.set(name, entry.slice(0, 1));
  }
  return found;
}

type Kind = "put" | "gone" | "tooLarge" | "unreadable" | "nested";

async function sortOut(
  folder: string,
  found: Map<string, string>,
): Promise<{ put: string[]; gone: string[]; skipped: Skipped }> {
  const put: string[] = [];
  const gone: string[] = [];
  const skipped: Skipped = { tooLarge: 0, unreadable: 0, nested: 0, names: [] };
  const entries = [...found];
  for (let at = 0; at < entries.length; at += LOOKS_AT_ONCE) {
    const kinds = await Promise.all(
      entries
        .slice(at, at + LOOKS_AT_ONCE)
        .map(async ([name, tag]) => [name, await lookAt(folder, name, tag)] as const),
    );
    for (const [name, kind] of kinds) {
      if (kind === "put") put.push(name);
      else if (kind === "gone") gone.push(name);
      else {
        skipped[kind] += 1;
        if (skipped.names.length < NAMES_KEPT) skipped.names.push(name);
      }
    }
  }
  return { put, gone, skipped };
}

async function lookAt(folder: string, name: string, tag: string): Promise<Kind> {
  // A name that is not UTF-8 cannot be told to git again.
  if (name.includes("\uFFFD") || isRefusedByGit(name)) return "unreadable";
  if (name.endsWith("/")) return "nested";
  if (tag === "R") return "gone";
  const entry = path.join(folder, name);
  const status = await lstat(entry).catch(() => null);
  if (status === null || status.isDirectory()) return "gone";
  if (status.isSymbolicLink()) return "put";
  if (!status.isFile()) return "unreadable";
  if (status.size > MAX_FILE_BYTES) return "tooLarge";
  return (await isReadable(entry, status)) ? "put" : "unreadable";
}

/** One such name would fail the whole look. */
function isRefusedByGit(name: string): boolean {
  return name.split("/").some((part) => foldName(part) === ".git");
}

/** What is our own and says so needs no second look, which a large folder would feel. */
async function isReadable(file: string, status: Stats): Promise<boolean> {
  const uid = process.geteuid?.();
  if (uid === 0 || (uid === status.uid && (status.mode & constants.S_IRUSR) !== 0)) return true;
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** What the folder's own repository leaves out besides its .gitignore files, read as text. */
async function readExcludes(folder: string): Promise<string> {
  const own = "node_modules/\n.venv/\n__pycache__/\n.DS_Store\n";
  const found = await readGitFolder(folder).catch(() => null);
  if (found === null) return own;
  const text = await readFile(path.join(found.commonDir, "info/exclude"), "utf8").catch(() => "");
  return text.length > MAX_EXCLUDE_BYTES ? own : `${own}${text}\n`;
}
