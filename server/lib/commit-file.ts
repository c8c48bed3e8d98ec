/**
 * Commits exactly one file of a workspace. Nothing that the repository's configuration names is run,
 * because an agent can write it (S-14): no hooks, filters, monitors or signing programs. What others
 * have staged stays staged and is not part of the commit.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { isThere } from "./is-there.ts";
import { readGitFolder } from "./git-folder.ts";
import type { GitFolder } from "./git-folder.ts";
import { readInside } from "./inside-folder.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const NO_COMMIT = "0".repeat(40);

/** What is in the middle of something must not get a commit under its feet. */
const unfinished = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "rebase-merge",
  "rebase-apply",
];

export interface FileCommit {
  workspace: string;
  /** Relative to the workspace, which is the root of the work tree. */
  file: string;
  message: string;
  author: { name: string; email: string };
  now: Date;
}

export type CommitResult =
  | { kind: "committed"; commit: string }
  /** There is nothing to commit; the sentence says why. */
  | { kind: "nothing"; why: string }
  /** It cannot be committed now, or never (`isFinal`). */
  | { kind: "refused"; why: string; isFinal: boolean };

/** Throws what git says when it fails; the repository then is as before, or the file is only staged. */
export async function commitFile(input: FileCommit): Promise<CommitResult> {
  const { workspace, file } = input;
  const folder = await readGitFolder(workspace);
  if (folder === null) {
    return { kind: "refused", why: "the workspace is no git repository", isFinal: true };
  }
  for (const name of unfinished) {
    if (await isThere(path.join(folder.gitDir, name))) {
      return {
        kind: "refused",
        why: `git is in the middle of something (${name})`,
        isFinal: false,
      };
    }
  }
  const found = await readInside(workspace, file, MAX_FILE_BYTES);
  if (found === null) return { kind: "nothing", why: `there is no ${file}` };
  const scratch = await mkdtemp(path.join(tmpdir(), "signalbox-git-"));
  try {
    return await commitBytes(input, folder, found.bytes, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function commitBytes(
  { workspace, file, message, author, now }: FileCommit,
  folder: GitFolder,
  bytes: Buffer,
  scratch: string,
): Promise<CommitResult> {
  await makeGitDir(scratch, folder);
  const own = git(scratch, workspace, folder, {});
  const head = folder.commit;
  const before = head === null ? "" : await own(["ls-tree", "-z", head, "--", file]);
  if (before === "" && (await isIgnored(own, file))) {
    return { kind: "nothing", why: `${file} is ignored by git` };
  }
  const blob = (await own(["hash-object", "-w", "--no-filters", "--stdin"], bytes)).trim();
  if (before.includes(` ${blob}\t`)) return { kind: "nothing", why: `${file} has not changed` };

  const entry = ["update-index", "--add", "--cacheinfo", `100644,${blob},${file}`];
  if (head !== null) await own(["read-tree", head]);
  await own(entry);
  const tree = (await own(["write-tree"])).trim();
  const at = `${Math.floor(now.getTime() / 1_000)} +0000`;
  const signed = git(scratch, workspace, folder, {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_COMMITTER_DATE: at,
  });
  const parents = head === null ? [] : ["-p", head];
  const commit = (await signed(["commit-tree", tree, ...parents, "-F", "-"], message)).trim();
  // First the index, then the branch: the other way round the file would look staged as it was before.
  const shared = git(scratch, workspace, folder, {
    GIT_INDEX_FILE: path.join(folder.gitDir, "index"),
  });
  await shared(entry);
  await run(
    "git",
    [
      `--git-dir=${folder.gitDir}`,
      "-c",
      "core.hooksPath=/dev/null",
      "update-ref",
      "-m",
      `commit: ${message}`,
      "HEAD",
      commit,
      head ?? NO_COMMIT,
    ],
    { cwd: workspace, timeout: TIMEOUT_MS, env: environment(scratch, signerOf(author)) },
  );
  return { kind: "committed", commit };
}

/** A git directory of ours: own configuration, the repository's objects. */
async function makeGitDir(scratch: string, folder: GitFolder): Promise<void> {
  await mkdir(path.join(scratch, "objects"), { recursive: true });
  await mkdir(path.join(scratch, "refs"));
  await writeFile(
    path.join(scratch, "config"),
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  );
  await writeFile(path.join(scratch, "HEAD"), `${folder.commit ?? "ref: refs/heads/none"}\n`);
}

type Git = (args: string[], input?: string | Buffer) => Promise<string>;

function git(
  scratch: string,
  workspace: string,
  folder: GitFolder,
  more: Record<string, string>,
): Git {
  return async (args, input) => {
    const running = run("git", [`--git-dir=${scratch}`, `--work-tree=${workspace}`, ...args], {
      cwd: workspace,
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      env: environment(scratch, {
        GIT_OBJECT_DIRECTORY: path.join(folder.commonDir, "objects"),
        ...more,
      }),
    });
    running.child.stdin?.on("error", () => undefined);
    running.child.stdin?.end(input ?? "");
    return (await running).stdout;
  };
}

function environment(home: string, more: Record<string, string>): NodeJS.ProcessEnv {
  return {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env["PATH"],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    ...more,
  };
}

/** The branch's own log names who moved it. */
function signerOf({ name, email }: FileCommit["author"]): Record<string, string> {
  return { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

async function isIgnored(own: Git, file: string): Promise<boolean> {
  try {
    await own(["check-ignore", "--no-index", "-q", "--", file]);
    return true;
  } catch (error) {
    // 1 = it is not ignored; anything else is git's own trouble.
    if ((error as { code?: unknown }).code === 1) return false;
    throw error;
  }
}
