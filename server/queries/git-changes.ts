import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { RunChanges } from "#server/contracts/run.ts";
import { copyIndex, copyShallow, readGitFolder } from "../lib/git-folder.ts";
import type { GitFolder } from "../lib/git-folder.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

type ChangedFile = Omit<RunChanges["files"][number], "also">;

/** Commit that a workspace stands at; null outside git and in a repository without commits. */
export async function readHead(cwd: string): Promise<string | null> {
  return (await readGitFolder(cwd))?.commit ?? null;
}

/** Runs git and returns what it prints; rejects on a failure, `code` = its exit code. */
export type Git = (args: string[]) => Promise<string>;

/**
 * Git on a directory of our own that only borrows objects and index: nothing that the workspace's
 * configuration names is run (no hooks, filters, monitors, external diffs), nothing of it is written,
 * because an agent can write that configuration (S-14).
 */
export async function withBorrowedGit<T>(
  folder: GitFolder,
  cwd: string,
  work: (git: Git) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(path.join(tmpdir(), "signalbox-git-"));
  try {
    await mkdir(path.join(scratch, "objects/info"), { recursive: true });
    await mkdir(path.join(scratch, "refs"));
    await writeFile(
      path.join(scratch, "config"),
      "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    );
    await writeFile(path.join(scratch, "HEAD"), `${folder.commit ?? "ref: refs/heads/none"}\n`);
    const objects = path.join(folder.commonDir, "objects");
    await writeFile(path.join(scratch, "objects/info/alternates"), `${objects}\n`);
    await copyIndex(folder.gitDir, scratch);
    await copyShallow(folder.commonDir, scratch);
    return await work(async (args) => {
      const { stdout } = await run("git", [`--git-dir=${scratch}`, `--work-tree=${cwd}`, ...args], {
        cwd,
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
        env: {
          NODE_ENV: process.env.NODE_ENV,
          PATH: process.env["PATH"],
          HOME: scratch,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: "/dev/null",
        },
      });
      return stdout;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The empty tree: what a repository without commits is compared with. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/**
 * Files of a work tree that differ from commit `since` (null: from nothing): commits made meanwhile and
 * what is not committed. Null outside git.
 */
export async function readChangedFiles(
  cwd: string,
  since: string | null,
): Promise<ChangedFile[] | null> {
  const folder = await readGitFolder(cwd);
  if (folder === null) return null;
  return withBorrowedGit(folder, cwd, (git) => compare(git, since ?? EMPTY_TREE));
}

async function compare(git: Git, base: string): Promise<ChangedFile[]> {
  // New files get an empty entry in our copy of the index, so that the difference counts their lines.
  await git(["add", "--intent-to-add", "--", "."]);
  const flags = ["--no-ext-diff", "--no-textconv", "--no-renames", "-z"];
  const numbers = await git(["diff", "--numstat", ...flags, base, "--"]);
  const words = await git(["diff", "--name-status", ...flags, base, "--"]);
  const kinds = readKinds(words);
  const tracked = numbers.split("\0").flatMap((record): ChangedFile[] => {
    const [added, removed, file] = record.split("\t");
    if (file === undefined) return [];
    return [
      {
        path: file,
        change: kinds.get(file) ?? "modified",
        added: count(added),
        removed: count(removed),
      },
    ];
  });
  return tracked.sort((a, b) => a.path.localeCompare(b.path));
}

/** Binary files have `-` instead of numbers. */
function count(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

function readKinds(output: string): Map<string, ChangedFile["change"]> {
  const words: Record<string, ChangedFile["change"]> = { A: "added", D: "deleted", M: "modified" };
  const parts = output.split("\0");
  const kinds = new Map<string, ChangedFile["change"]>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    kinds.set(parts[at + 1] ?? "", words[(parts[at] ?? "").slice(0, 1)] ?? "modified");
  }
  return kinds;
}
