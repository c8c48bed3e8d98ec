import { EMPTY_TREE } from "./own-git.ts";
import type { CheckpointStore } from "./own-git.ts";

/** One side of a difference; null: the file is not there. */
export type FileSide = { mode: string; id: string } | null;

export interface FileDifference {
  path: string;
  before: FileSide;
  after: FileSide;
  /** Lines; null for binary files. */
  added: number | null;
  removed: number | null;
}

const flags = ["-r", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--full-index"];
const NO_FILE = "000000";

/** Files that differ between two trees or commits of ours, by path. */
export async function compareTrees(
  store: CheckpointStore,
  before: string,
  after: string,
): Promise<FileDifference[]> {
  if (before === after) return [];
  const ends = ["--end-of-options", before, after];
  const [raw, numbers] = await Promise.all([
    store.git(["diff-tree", ...flags, "--raw", ...ends]),
    store.git(["diff-tree", ...flags, "--numstat", ...ends]),
  ]);
  const counts = readCounts(numbers.toString("utf8"));
  return readRaw(raw.toString("utf8")).map((file) => ({
    ...file,
    ...(counts.get(file.path) ?? { added: null, removed: null }),
  }));
}

/** Every file of a tree or commit. */
export async function listTree(
  store: CheckpointStore,
  tree: string,
): Promise<Map<string, NonNullable<FileSide>>> {
  const files = await compareRaw(store, EMPTY_TREE, tree);
  return new Map(files.flatMap(({ path, after }) => (after === null ? [] : [[path, after]])));
}

async function compareRaw(store: CheckpointStore, before: string, after: string) {
  const output = await store.git([
    "diff-tree",
    ...flags,
    "--raw",
    "--end-of-options",
    before,
    after,
  ]);
  return readRaw(output.toString("utf8"));
}

/** `:<mode> <mode> <id> <id> <letter>\0<path>\0` */
function readRaw(output: string): Pick<FileDifference, "path" | "before" | "after">[] {
  const parts = output.split("\0");
  const files: Pick<FileDifference, "path" | "before" | "after">[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [modeBefore = "", modeAfter = "", before = "", after = ""] = (parts[at] ?? "")
      .slice(1)
      .split(" ");
    files.push({
      path: parts[at + 1] ?? "",
      before: modeBefore === NO_FILE ? null : { mode: modeBefore, id: before },
      after: modeAfter === NO_FILE ? null : { mode: modeAfter, id: after },
    });
  }
  return files;
}

/** `<added>\t<removed>\t<path>\0`; binary files have `-`. */
function readCounts(output: string) {
  const count = (text: string | undefined) =>
    text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
  return new Map(
    output.split("\0").flatMap((record) => {
      const [added, removed, ...name] = record.split("\t");
      if (name.length === 0) return [];
      return [[name.join("\t"), { added: count(added), removed: count(removed) }] as const];
    }),
  );
}

export interface DiffText {
  /** Unified, without its head; "" where nothing differs. */
  text: string;
  isBinary: boolean;
  isTruncated: boolean;
}

/** The difference of one file as text, at most `maxBytes` of it. */
export async function diffFile(
  store: CheckpointStore,
  ends: { before: string; after: string; path: string },
  maxBytes: number,
): Promise<DiffText> {
  const output = await store.git([
    "diff-tree",
    "-r",
    "-p",
    "-U3",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--end-of-options",
    ends.before,
    ends.after,
    "--",
    ends.path,
  ]);
  const whole = output.toString("utf8");
  const start = whole.search(/^@@ /m);
  if (start < 0) {
    return { text: "", isBinary: /^Binary files /m.test(whole), isTruncated: false };
  }
  const text = whole.slice(start);
  if (text.length <= maxBytes) return { text, isBinary: false, isTruncated: false };
  const cut = text.slice(0, maxBytes);
  return { text: cut.slice(0, cut.lastIndexOf("\n") + 1), isBinary: false, isTruncated: true };
}

/** The content of a file as a checkpoint kept it. */
export function readBlob(store: CheckpointStore, id: string): Promise<Buffer> {
  return store.git(["cat-file", "blob", id]);
}

/** Paths that differ between two trees or commits of ours. */
export async function changedPaths(
  store: CheckpointStore,
  before: string,
  after: string,
): Promise<Set<string>> {
  return new Set((await compareRaw(store, before, after)).map((file) => file.path));
}
