import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { linkInside, removeEmptyInside, removeInside, writeInside } from "../inside-folder.ts";
import { compareTrees, listTree, readBlob } from "./compare.ts";
import type { FileSide } from "./compare.ts";
import { GitFailed } from "./own-git.ts";
import type { CheckpointStore } from "./own-git.ts";
import type { Snapshot } from "./snapshot.ts";

const LINK = "120000";
const REPOSITORY = "160000";
const EXECUTABLE = "100755";
const MAX_MERGE_BYTES = 2 * 1024 * 1024;

/** What happens to one file. */
export interface FileStep {
  path: string;
  /**
   * `write`: as it was before; `remove`: it was not there before; `merge`: as before, with what
   * changed since kept; `conflict`: both changed the same place, it stays as it is.
   */
  kind: "write" | "remove" | "merge" | "conflict";
  /** Why it is in conflict, or stays. */
  reason:
    | "changed_since"
    | "gone_since"
    | "link"
    | "not_seen"
    | "shared"
    | "not_named"
    | "committed"
    | null;
  /** As it was; null: not there. */
  target: FileSide;
  /** The merged text, for `merge`. */
  merged: Buffer | null;
  /** Whether a person can have it put back all the same. */
  canForce: boolean;
}

export interface PutBackAsk {
  /** Tree or commit to go back to. */
  target: string;
  /** Tree or commit that the change led to. */
  base: string;
  /** The folder as it is. */
  now: Snapshot;
  /** Conflicts that are put back all the same. */
  forced: ReadonlySet<string>;
  /** Only these files; absent: all. */
  only?: ReadonlySet<string>;
  /** Where the change, or an earlier undo of it, has led files instead of `base`. */
  moved?: ReadonlyMap<string, FileSide>;
}

/**
 * What undoing a change means for each of its files: three-way, so that what others did since stays.
 * Files that are as they were already are left out.
 */
export async function planPutBack(store: CheckpointStore, ask: PutBackAsk): Promise<FileStep[]> {
  const [changed, present] = await Promise.all([
    compareTrees(store, ask.target, ask.base),
    listTree(store, ask.now.tree),
  ]);
  const unseen = new Set(ask.now.skipped.names);
  const steps: FileStep[] = [];
  for (const { path: file, before, after } of changed) {
    if (ask.only && !ask.only.has(file)) continue;
    const now = present.get(file) ?? null;
    const base = ask.moved?.get(file);
    const step = unseen.has(file)
      ? conflict(file, before, "not_seen", false)
      : await planFile(store, {
          file,
          target: before,
          base: base === undefined ? after : base,
          now,
        });
    if (step === null) continue;
    const isForced = step.kind === "conflict" && step.canForce && ask.forced.has(file);
    steps.push(isForced ? simple(file, before) : step);
  }
  return steps;
}

async function planFile(
  store: CheckpointStore,
  { file, target, base, now }: { file: string; target: FileSide; base: FileSide; now: FileSide },
): Promise<FileStep | null> {
  if (isSame(now, target) || isSame(base, target)) return null;
  const sides = [target, base, now];
  if (sides.some((side) => side?.mode === REPOSITORY)) return conflict(file, target, "link", false);
  if (isSame(now, base)) return simple(file, target);
  if (now === null) return conflict(file, target, "gone_since", true);
  const isLink = sides.some((side) => side?.mode === LINK);
  if (target === null || base === null || isLink) {
    return conflict(file, target, "changed_since", true);
  }
  const merged = await mergeTexts(store, { now: now.id, base: base.id, target: target.id });
  if (merged === null) return conflict(file, target, "changed_since", true);
  // Whether it is executable is merged as well: what others changed stays.
  const mode = base.mode === target.mode ? now.mode : target.mode;
  const kept = { mode, id: target.id };
  return { path: file, kind: "merge", reason: null, target: kept, merged, canForce: false };
}

function isSame(a: FileSide, b: FileSide): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

function simple(file: string, target: FileSide): FileStep {
  const kind = target === null ? "remove" : "write";
  return { path: file, kind, reason: null, target, merged: null, canForce: false };
}

/** The same file, left alone until it is asked for. */
export function leaveAlone(step: FileStep, reason: "shared" | "not_named" | "committed"): FileStep {
  return step.kind === "conflict" ? step : conflict(step.path, step.target, reason, true);
}

function conflict(
  file: string,
  target: FileSide,
  reason: NonNullable<FileStep["reason"]>,
  canForce: boolean,
): FileStep {
  return { path: file, kind: "conflict", reason, target, merged: null, canForce };
}

/** Null: both changed the same place, or it is no text. */
async function mergeTexts(
  store: CheckpointStore,
  ids: { now: string; base: string; target: string },
): Promise<Buffer | null> {
  if (ids.now === ids.base) return readBlob(store, ids.target);
  if (ids.base === ids.target) return readBlob(store, ids.now);
  const texts = await Promise.all([ids.now, ids.base, ids.target].map((id) => readBlob(store, id)));
  if (texts.some((text) => text.length > MAX_MERGE_BYTES || text.includes(0))) return null;
  const scratch = await mkdtemp(path.join(store.dir, "merge-"));
  try {
    const files = ["now", "base", "target"].map((name) => path.join(scratch, name));
    await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? "")));
    // Its exit code is the number of conflicts.
    return await store
      .git(["merge-file", "-p", "--quiet", ...files])
      .catch((error: unknown) => (error instanceof GitFailed ? null : Promise.reject(error)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export interface PutBackProblem {
  path: string;
  message: string;
}

/**
 * Carries the steps out; conflicts are left alone. Removals first, so that a folder can take the place
 * of a file. What cannot be written is named, and the rest goes on.
 */
export async function putBack(
  store: CheckpointStore,
  folder: string,
  steps: FileStep[],
): Promise<PutBackProblem[]> {
  const problems: PutBackProblem[] = [];
  const attempt = async (step: FileStep, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ path: step.path, message });
    }
  };
  for (const step of steps) {
    if (step.kind !== "remove") continue;
    await attempt(step, async () => {
      await removeInside(folder, step.path, "recorded");
      // No checkpoint knows empty folders.
      await removeEmptyInside(folder, path.dirname(step.path));
    });
  }
  for (const step of steps) {
    const { kind, target } = step;
    if ((kind !== "write" && kind !== "merge") || target === null) continue;
    await attempt(step, async () => {
      const content = step.merged ?? (await readBlob(store, target.id));
      if (target.mode === LINK) return linkInside(folder, step.path, content);
      const isExecutable = target.mode === EXECUTABLE;
      return writeInside(folder, step.path, content, { isExecutable, names: "recorded" });
    });
  }
  return problems;
}
