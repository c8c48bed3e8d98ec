/**
 * Looks at a repository without trusting it: an agent can write its configuration, and git runs what
 * that names (S-14). Commands use a git directory of our own that only borrows objects and index.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const STATUS_WITHIN_MS = 5_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface GitFolder {
  /** Current branch; null when HEAD is detached. */
  branch: string | null;
  /** Commit of HEAD; null in a repository without commits. */
  commit: string | null;
  /** Of this work tree. */
  gitDir: string;
  /** Of the repository it belongs to. */
  commonDir: string;
}

/** What a repository's files call a commit is whatever an agent wrote there: this tells a commit's id. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Branch and commit of a work tree, read from its files; null when it is none. */
export async function readGitFolder(folder: string): Promise<GitFolder | null> {
  const gitDir = await findGitDir(folder);
  const head = gitDir === null ? null : await readText(path.join(gitDir, "HEAD"));
  if (gitDir === null || head === null) return null;
  const common = await readText(path.join(gitDir, "commondir"));
  const commonDir = common === null ? gitDir : path.resolve(gitDir, common);
  if (!head.startsWith("ref: ")) return { branch: null, commit: head, gitDir, commonDir };
  const ref = head.slice(5);
  return {
    branch: ref.replace(/^refs\/heads\//, ""),
    commit: await resolveRef(commonDir, ref),
    gitDir,
    commonDir,
  };
}

/** How many files differ from the last commit, new ones included; null when it cannot be said. */
export async function countChangedFiles(folder: string): Promise<number | null> {
  return (await readStatus(folder, "normal"))?.length ?? null;
}

/** Files that differ from the last commit, relative to the folder; null when it cannot be said. */
export async function listUncommittedFiles(folder: string): Promise<Set<string> | null> {
  const lines = await readStatus(folder, "all");
  return lines && new Set(lines.map((line) => line.slice(3)));
}

/** Records of `git status`: two letters, a space, a path. */
async function readStatus(folder: string, untracked: "normal" | "all"): Promise<string[] | null> {
  const found = await readGitFolder(folder);
  if (!found) return null;
  const scratch = await mkdtemp(path.join(tmpdir(), "signalbox-git-"));
  try {
    await mkdir(path.join(scratch, "objects/info"), { recursive: true });
    await mkdir(path.join(scratch, "refs"));
    await writeFile(
      path.join(scratch, "config"),
      "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    );
    await writeFile(path.join(scratch, "HEAD"), `${found.commit ?? "ref: refs/heads/none"}\n`);
    await writeFile(
      path.join(scratch, "objects/info/alternates"),
      `${path.join(found.commonDir, "objects")}\n`,
    );
    await copyIndex(found.gitDir, scratch);
    const { stdout } = await run(
      "git",
      [
        `--git-dir=${scratch}`,
        `--work-tree=${folder}`,
        "status",
        "--porcelain",
        "-z",
        "--no-renames",
        "--ignore-submodules=all",
        `--untracked-files=${untracked}`,
      ],
      {
        cwd: folder,
        timeout: STATUS_WITHIN_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
        env: {
          NODE_ENV: "production",
          PATH: process.env["PATH"],
          HOME: scratch,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: "/dev/null",
          GIT_OPTIONAL_LOCKS: "0",
        },
      },
    );
    return stdout.split("\0").filter((line) => line !== "");
  } catch {
    return null;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Lends a repository's index to a git directory of ours; none is no error. The copy keeps its time,
 * because git takes a file for unchanged when it is older than the index and of the same size.
 */
export async function copyIndex(gitDir: string, scratch: string): Promise<void> {
  const from = path.join(gitDir, "index");
  const to = path.join(scratch, "index");
  try {
    const { atime, mtime } = await stat(from);
    await copyFile(from, to);
    await utimes(to, atime, mtime);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Lends the list of commits at which a shallow clone ends; none is no error. */
export async function copyShallow(commonDir: string, scratch: string): Promise<void> {
  const text = await readText(path.join(commonDir, "shallow"));
  if (text !== null) await writeFile(path.join(scratch, "shallow"), `${text}\n`);
}

/** Commit that a branch of the repository stands at; null when it has none of that name. */
export function readBranch({ commonDir }: GitFolder, branch: string): Promise<string | null> {
  return resolveRef(commonDir, `refs/heads/${branch}`);
}

async function findGitDir(folder: string): Promise<string | null> {
  const entry = path.join(folder, ".git");
  if ((await readText(path.join(entry, "HEAD"))) !== null) return entry;
  const link = await readText(entry);
  return link?.startsWith("gitdir: ") ? path.resolve(folder, link.slice(8)) : null;
}

async function resolveRef(commonDir: string, ref: string): Promise<string | null> {
  if (ref.split("/").includes("..")) return null;
  const loose = await readText(path.join(commonDir, ref));
  if (loose !== null) return loose;
  const packed = await readText(path.join(commonDir, "packed-refs"));
  const line = packed?.split("\n").find((candidate) => candidate.endsWith(` ${ref}`));
  return line?.split(" ")[0] ?? null;
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );
}
