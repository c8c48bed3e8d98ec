import { isCommitId, readBranch, readGitFolder } from "../lib/git-folder.ts";
import type { GitFolder } from "../lib/git-folder.ts";
import { withBorrowedGit } from "./git-changes.ts";
import type { Git } from "./git-changes.ts";

/** A look reads at most this many commits, newest first. */
const MAX_COMMITS = 5_000;
/** Longest subject that is kept, in characters. */
const MAX_SUBJECT = 200;
/** Git says so when the one commit is no ancestor of the other, and when it does not have it. */
const NOT_ANCESTOR = 1;
const NO_SUCH_COMMIT = 128;

/** A person as git writes it. */
interface Signature {
  name: string;
  email: string;
}

export interface Commit {
  id: string;
  author: Signature;
  committer: Signature;
  /** "Name <e-mail>" of every Co-authored-by line. */
  coAuthors: string[];
  committedAt: Date;
  subject: string;
}

export interface Tip {
  folder: GitFolder;
  /** null: a repository without commits. */
  commit: string | null;
}

/**
 * Where a workspace stands, or one of its branches; null where there is no repository or no such
 * branch. What the files say is checked: an agent can write them.
 */
export async function readTip(cwd: string, branch?: string): Promise<Tip | null> {
  const folder = await readGitFolder(cwd);
  if (folder === null) return null;
  const commit = branch === undefined ? folder.commit : await readBranch(folder, branch);
  if (commit === null) return branch === undefined ? { folder, commit } : null;
  return isCommitId(commit) ? { folder, commit } : null;
}

/**
 * Commits that `tip` has and `since` has not (null: all of them), newest first, at most 5,000, with
 * their number. null when `since` is not among the tip's ancestors any more.
 */
export async function readCommitsSince(
  cwd: string,
  { folder, commit: tip }: Tip,
  since: string | null,
): Promise<{ commits: Commit[]; total: number } | null> {
  if (tip === null || tip === since) return { commits: [], total: 0 };
  if (since !== null && !isCommitId(since)) return null;
  return withBorrowedGit(folder, cwd, async (git) => {
    if (since !== null && !(await isAncestor(git, since, tip))) return null;
    const range = since === null ? tip : `${since}..${tip}`;
    const output = await git([
      "log",
      "-z",
      `--max-count=${MAX_COMMITS}`,
      `--format=${fields.join("%x00")}`,
      range,
      "--",
    ]);
    const commits = readFields(output);
    const total =
      commits.length < MAX_COMMITS
        ? commits.length
        : Number(await git(["rev-list", "--count", range, "--"]));
    return { commits, total };
  });
}

async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  try {
    await git(["merge-base", "--is-ancestor", older, newer]);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === NOT_ANCESTOR || code === NO_SUCH_COMMIT) return false;
    throw error;
  }
}

const fields = [
  "%H",
  "%an",
  "%ae",
  "%cn",
  "%ce",
  "%ct",
  "%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x1f)",
  `%<(${MAX_SUBJECT},trunc)%s`,
];

function readFields(output: string): Commit[] {
  const texts = output.split("\0");
  const commits: Commit[] = [];
  for (let at = 0; at + fields.length <= texts.length; at += fields.length) {
    const [id = "", name = "", email = "", byName = "", byEmail = "", time, trailers, subject] =
      texts.slice(at, at + fields.length);
    commits.push({
      id,
      author: { name, email },
      committer: { name: byName, email: byEmail },
      coAuthors: (trailers ?? "").split("\x1f").filter((text) => text !== ""),
      committedAt: new Date(Number(time) * 1_000),
      subject: (subject ?? "").trim(),
    });
  }
  return commits;
}
