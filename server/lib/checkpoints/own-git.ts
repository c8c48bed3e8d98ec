/**
 * Git directories of our own, one per project, that remember what a workspace looked like. The agent
 * cannot write them, so nothing that a workspace's own `.git` names is ever run or read as
 * configuration (S-14): our config, our attributes, no hooks, no filters, no monitors.
 */
import { spawn } from "node:child_process";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomToken } from "../ids.ts";
import { isThere } from "../is-there.ts";

/** A start does not wait longer than this for a call. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The empty tree, which every repository knows. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = false
\thooksPath = /dev/null
\tfsmonitor = false
\tuntrackedCache = false
\tattributesFile = /dev/null
\tautocrlf = false
\tsafecrlf = false
\tquotePath = false
\tlogAllRefUpdates = false
\tlooseCompression = 1
\tbigFileThreshold = 8m
\tsymlinks = true
\tfileMode = true
[gc]
\tauto = 0
[advice]
\taddEmbeddedRepo = false
`;

/** These win over every .gitattributes: bytes are kept as they are, nothing is converted. */
const ATTRIBUTES =
  "* -text !eol -filter -ident !working-tree-encoding !diff !merge !export-subst\n";

export interface GitCall {
  /** The folder that is looked at; absent: none. */
  workTree?: string;
  indexFile?: string;
  input?: string | Buffer;
  /** Exit codes besides 0 that are an answer. */
  answers?: number[];
  maxOutputBytes?: number;
  timeoutMs?: number;
}

/** Runs git in one git directory; resolves to what it prints, rejects with its words. */
export type OwnGit = (args: string[], call?: GitCall) => Promise<Buffer>;

export interface CheckpointStore {
  /** The git directory. */
  dir: string;
  git: OwnGit;
}

export class GitFailed extends Error {
  override name = "GitFailed";
  /** It took too long, or said too much: trying again would do the same. */
  readonly isHopeless: boolean;

  constructor(message: string, isHopeless: boolean) {
    super(message);
    this.isHopeless = isHopeless;
  }
}

/** Opens the project's store, and makes it on first use. */
export async function openCheckpoints(
  dataDir: string,
  projectId: number,
): Promise<CheckpointStore> {
  const parent = path.join(dataDir, "checkpoints");
  const dir = path.join(parent, `${projectId}.git`);
  const store = { dir, git: gitIn(dir) };
  // It appears as a whole, so one that is there is complete.
  if (await isThere(path.join(dir, "HEAD"))) return store;
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = `${dir}.${randomToken(6)}`;
  try {
    await makeGitDir(draft);
    await rename(draft, dir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
  return store;
}

/** An empty git directory with our configuration. */
export async function makeGitDir(dir: string): Promise<void> {
  await mkdir(path.join(dir, "objects/info"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(dir, "refs"));
  await mkdir(path.join(dir, "info"));
  await mkdir(path.join(dir, "index.d"));
  await writeFile(path.join(dir, "config"), CONFIG);
  await writeFile(path.join(dir, "info/attributes"), ATTRIBUTES);
  await writeFile(path.join(dir, "HEAD"), "ref: refs/heads/none\n");
}

/** Names that only Windows takes for `.git` are plain files here; git would leave them out unsaid. */
const anyName = process.platform === "linux" ? ["-c", "core.protectNTFS=false"] : [];

/** Git bound to a git directory of ours. */
export function gitIn(dir: string): OwnGit {
  return (args, call = {}) =>
    runGit(
      [
        `--git-dir=${dir}`,
        ...(call.workTree === undefined ? [] : [`--work-tree=${call.workTree}`]),
        "--literal-pathspecs",
        ...anyName,
        ...args,
      ],
      call.workTree ?? dir,
      {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env["PATH"],
        HOME: dir,
        LC_ALL: "C",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_REPLACE_OBJECTS: "1",
        GIT_AUTHOR_NAME: "Signalbox",
        GIT_AUTHOR_EMAIL: "signalbox@localhost",
        GIT_COMMITTER_NAME: "Signalbox",
        GIT_COMMITTER_EMAIL: "signalbox@localhost",
        ...(call.indexFile === undefined ? {} : { GIT_INDEX_FILE: call.indexFile }),
      },
      call,
    );
}

function runGit(
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  call: GitCall,
): Promise<Buffer> {
  const { answers = [], maxOutputBytes = MAX_OUTPUT_BYTES, timeoutMs = TIMEOUT_MS } = call;
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    const output: Buffer[] = [];
    let size = 0;
    let words = "";
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxOutputBytes) output.push(chunk);
      else child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (words.length < 2_000) words += chunk.toString("utf8");
    });
    // Git may end without having read everything.
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code !== null && (code === 0 || answers.includes(code))) resolve(Buffer.concat(output));
      else {
        const message = describe(args, code, signal, size > maxOutputBytes, words);
        reject(new GitFailed(message, signal !== null));
      }
    });
    child.stdin.end(call.input);
  });
}

function describe(
  args: string[],
  code: number | null,
  signal: string | null,
  isTooMuch: boolean,
  words: string,
): string {
  const command = args.find((arg) => /^[a-z]/.test(arg) && !arg.includes("=")) ?? "";
  if (isTooMuch) return `git ${command}: its answer is too large`;
  if (signal !== null) return `git ${command}: took too long`;
  return `git ${command}: ${words.trim().split("\n")[0] ?? ""} (exit ${code})`;
}
