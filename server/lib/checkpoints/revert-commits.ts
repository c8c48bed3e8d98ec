/**
 * Takes commits of a workspace's own repository back with new commits, as `git revert` does, never by
 * a reset. Git runs on a git directory of ours that borrows the repository's objects and branches, so
 * nothing that its configuration names is run (S-14); the files themselves are put back elsewhere.
 */
import { constants } from "node:fs";
import { copyFile, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyShallow, isCommitId, readGitFolder } from "../git-folder.ts";
import type { GitFolder } from "../git-folder.ts";
import { isThere } from "../is-there.ts";
import { GitFailed, gitIn, makeGitDir } from "./own-git.ts";
import type { OwnGit } from "./own-git.ts";

/** More commits than this are not taken back one by one. */
const MAX_COMMITS = 200;

export interface RepositoryCommit {
  id: string;
  subject: string;
}

/** A commit that somebody else made meanwhile: it stays. */
export interface ForeignCommit extends RepositoryCommit {
  /** Files it changed. */
  paths: string[];
}

/** Whether a commit is one of those to take back. */
export type CommitTest = (commit: { id: string; committedAt: Date }) => boolean;

/** `why` says what stands in the way, as a word; the commits are newest first. */
export type RevertPlan = { foreign: ForeignCommit[]; commits: RepositoryCommit[] } & (
  { ok: true; head: string } | { ok: false; why: RevertObstacle }
);

export interface RevertRange {
  since: string | null;
  until: string | null;
  /** Absent: all of them. */
  isOwn?: CommitTest;
}

export type RevertObstacle =
  "detached" | "rewritten" | "too_many" | "conflict" | "staged" | "unsupported";

/** The commits between two places where the repository stood, and whether they can be taken back. */
export async function planRevert(cwd: string, range: RevertRange): Promise<RevertPlan> {
  return (await withRevert(cwd, range)) ?? { ok: true, commits: [], foreign: [], head: "" };
}

/** Does what {@link planRevert} says; resolves to the repository's new commit, or the obstacle. */
export async function revertCommits(cwd: string, range: RevertRange): Promise<RevertPlan | null> {
  return withRevert(cwd, range, true);
}

async function withRevert(
  cwd: string,
  range: RevertRange,
  isReal = false,
): Promise<RevertPlan | null> {
  const { since, until, isOwn = () => true } = range;
  if (until === null || since === until) return null;
  const folder = await readGitFolder(cwd);
  if (folder === null) return null;
  // Every name that reaches a command line is a commit's id, not what an agent wrote into HEAD.
  const names = [until, since, folder.commit].filter((name) => name !== null);
  const unsupported: RevertPlan = { ok: false, commits: [], foreign: [], why: "unsupported" };
  if (!names.every(isCommitId)) return unsupported;
  const scratch = await mkdtemp(path.join(tmpdir(), "signalbox-revert-"));
  try {
    await borrow(folder, scratch);
    const git = textGit(gitIn(scratch));
    return await revert(git, { folder, scratch, since, until, isOwn, isReal });
  } catch (error) {
    if (error instanceof GitFailed) return unsupported;
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type TextGit = (args: string[], call?: Parameters<OwnGit>[1]) => Promise<string>;

function textGit(git: OwnGit): TextGit {
  return async (args, call) => (await git(args, call)).toString("utf8").trim();
}

/** Objects and branches are the repository's own; configuration, hooks and attributes are ours. */
async function borrow(folder: GitFolder, scratch: string): Promise<void> {
  await makeGitDir(scratch);
  for (const name of ["objects", "refs"]) {
    await rm(path.join(scratch, name), { recursive: true });
    await symlink(path.join(folder.commonDir, name), path.join(scratch, name));
  }
  await symlink(path.join(folder.commonDir, "packed-refs"), path.join(scratch, "packed-refs"));
  await writeFile(path.join(scratch, "HEAD"), `${folder.commit ?? "ref: refs/heads/none"}\n`);
  await copyShallow(folder.commonDir, scratch);
}

interface Job {
  folder: GitFolder;
  scratch: string;
  since: string | null;
  until: string;
  isOwn: CommitTest;
  isReal: boolean;
}

async function revert(git: TextGit, job: Job): Promise<RevertPlan> {
  const { folder, since, until } = job;
  const range = since === null ? [until] : [until, `^${since}`];
  const output = await git([
    "log",
    "-z",
    "--first-parent",
    `--max-count=${MAX_COMMITS + 1}`,
    "--format=%H %ct %s",
    ...range,
    "--",
  ]);
  const all = output.split("\0").filter(Boolean).map(readCommit);
  const commits = all.filter(job.isOwn);
  const foreign = await readForeign(
    git,
    all.filter((commit) => !job.isOwn(commit)),
  );
  const cannot = (why: RevertObstacle): RevertPlan => ({ ok: false, commits, foreign, why });
  const { branch, commit: head } = folder;
  if (all.length > MAX_COMMITS) return cannot("too_many");
  if (commits.length === 0) return { ok: true, commits, foreign, head: head ?? "" };
  if (head === null || !(await isAncestor(git, until, head))) return cannot("rewritten");
  if (branch === null) return cannot("detached");

  let tip = head;
  const reverted: RepositoryCommit[] = [];
  for (const commit of commits) {
    const next = await revertOne(git, tip, commit);
    if (next === "conflict") return cannot("conflict");
    if (next === tip) continue;
    tip = next;
    reverted.push(commit);
  }
  const index = await prepareIndex(git, job, head, tip);
  if (index === null) return { ok: false, commits: reverted, foreign, why: "staged" };
  try {
    if (job.isReal && tip !== head) {
      await git(["update-ref", "-m", "revert", `refs/heads/${branch}`, tip, head]);
      await index.save();
    }
  } finally {
    await index.letGo();
  }
  return { ok: true, commits: reverted, foreign, head: job.isReal ? tip : head };
}

type ReadCommit = RepositoryCommit & { committedAt: Date };

/** `<id> <seconds since 1970> <subject>` */
function readCommit(line: string): ReadCommit {
  const [id = "", seconds = "0"] = line.split(" ", 2);
  const subject = line.slice(id.length + seconds.length + 2).trim();
  return { id, committedAt: new Date(Number(seconds) * 1_000), subject: subject.slice(0, 200) };
}

async function readForeign(git: TextGit, commits: ReadCommit[]): Promise<ForeignCommit[]> {
  const found: ForeignCommit[] = [];
  for (const { id, subject } of commits.slice(0, MAX_COMMITS)) {
    const flags = ["-r", "-m", "--first-parent", "--root", "--no-commit-id", "--no-renames"];
    const names = await git(["diff-tree", ...flags, "--name-only", "-z", "--end-of-options", id]);
    found.push({ id, subject, paths: names.split("\0").filter(Boolean) });
  }
  return found;
}

async function isAncestor(git: TextGit, older: string, newer: string): Promise<boolean> {
  return git(["merge-base", "--is-ancestor", older, newer]).then(
    () => true,
    () => false,
  );
}

/** A commit on top of `tip` without what `commit` did; `tip` itself when there is nothing left to undo. */
async function revertOne(git: TextGit, tip: string, commit: RepositoryCommit): Promise<string> {
  const tree = (name: string) => git(["rev-parse", "--verify", "--end-of-options", name]);
  const [changed, current] = [await tree(`${commit.id}^{tree}`), await tree(`${tip}^{tree}`)];
  const original = await tree(`${commit.id}^1^{tree}`).catch(() => git(["mktree"]));
  // A three-way merge whose base is the commit: made-up commits give it the ancestor it needs.
  const base = await git(["commit-tree", "-m", "base", changed]);
  const ours = await git(["commit-tree", "-m", "ours", "-p", base, current]);
  const theirs = await git(["commit-tree", "-m", "theirs", "-p", base, original]);
  const merged = await git(["merge-tree", "--write-tree", "--no-messages", ours, theirs], {
    answers: [1],
  });
  const [result = ""] = merged.split("\n");
  if (merged.includes("\n")) return "conflict";
  if (result === current) return tip;
  const message = `Revert "${commit.subject}"\n\nThis reverts commit ${commit.id}.\n`;
  return git(["commit-tree", "-F", "-", "-p", tip, result], { input: message });
}

interface PreparedIndex {
  /** Puts it in the place of the repository's. */
  save(): Promise<void>;
  /** Lets others have it, unless it was saved. */
  letGo(): Promise<void>;
}

const NOTHING_TO_SAVE: PreparedIndex = {
  save: () => Promise.resolve(),
  letGo: () => Promise.resolve(),
};

/**
 * The repository's index with the reverted files as the new commit has them, in a copy. It is locked as
 * git does it before anything moves, unless this is only a preview. Null: somebody has staged another
 * change to one of them, or git is at work there.
 */
async function prepareIndex(
  git: TextGit,
  job: Job,
  from: string,
  to: string,
): Promise<PreparedIndex | null> {
  const indexFile = path.join(job.folder.gitDir, "index");
  if (from === to || !(await isThere(indexFile))) return NOTHING_TO_SAVE;
  const lock = job.isReal ? await lockIndex(indexFile) : null;
  if (job.isReal && lock === null) return null;
  const copy = await changeIndex(git, job, from, to).catch(async (error: unknown) => {
    await lock?.letGo();
    throw error;
  });
  if (copy === null) await lock?.letGo();
  if (copy === null) return null;
  return lock === null
    ? NOTHING_TO_SAVE
    : { save: () => lock.replaceBy(copy), letGo: () => lock.letGo() };
}

/** A copy of the index with what is between two commits in it; null where something else is staged. */
async function changeIndex(
  git: TextGit,
  { folder, scratch }: Job,
  from: string,
  to: string,
): Promise<string | null> {
  const raw = (a: string[]) => git(["diff-index", "-z", "--cached", "--no-renames", ...a]);
  const copy = path.join(scratch, "index");
  await copyFile(path.join(folder.gitDir, "index"), copy);
  const staged = new Set(namesOf(await raw(["--raw", from, "--"])));
  const changes = await git(["diff-tree", "-r", "-z", "--no-renames", "--raw", from, to, "--"]);
  const names = namesOf(changes);
  if (names.some((name) => staged.has(name))) return null;
  const input = readChanges(changes)
    .map(({ mode, id, name }) => `${mode} ${id}\t${name}\0`)
    .join("");
  await git(["update-index", "-z", "--index-info"], { input, indexFile: copy });
  return copy;
}

/** Null: somebody has it. */
async function lockIndex(
  indexFile: string,
): Promise<{ replaceBy(file: string): Promise<void>; letGo(): Promise<void> } | null> {
  const lock = `${indexFile}.lock`;
  let isOurs = true;
  try {
    await copyFile(indexFile, lock, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  }
  return {
    // The lock is the new index, so two writers never meet.
    async replaceBy(file) {
      await copyFile(file, lock);
      await rename(lock, indexFile);
      isOurs = false;
    },
    async letGo() {
      if (isOurs) await rm(lock, { force: true });
      isOurs = false;
    },
  };
}

function readChanges(output: string): { mode: string; id: string; name: string }[] {
  const parts = output.split("\0");
  const changes: { mode: string; id: string; name: string }[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = "", , id = ""] = (parts[at] ?? "").split(" ");
    changes.push({ mode, id, name: parts[at + 1] ?? "" });
  }
  return changes;
}

function namesOf(output: string): string[] {
  return readChanges(output).map(({ name }) => name);
}
