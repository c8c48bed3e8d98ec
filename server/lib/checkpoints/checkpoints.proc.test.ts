import { execFile } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareTrees, diffFile, readBlob } from "./compare.ts";
import { forgetRun, keepSnapshot, sweep } from "./keep.ts";
import { openCheckpoints } from "./own-git.ts";
import type { CheckpointStore } from "./own-git.ts";
import { planPutBack, putBack } from "./put-back.ts";
import { planRevert, revertCommits } from "./revert-commits.ts";
import { takeSnapshot } from "./snapshot.ts";

const run = promisify(execFile);
let scratch: string;
let folder: string;
let store: CheckpointStore;

beforeEach(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-checkpoints-")));
  folder = path.join(scratch, "work");
  await mkdir(folder);
  store = await openCheckpoints(path.join(scratch, "data"), 1);
});
afterEach(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));

async function git(...args: string[]): Promise<string> {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return (await run("git", [...who, ...args], { cwd: folder })).stdout.trim();
}

async function put(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}

const read = (name: string) => readFile(path.join(folder, name), "utf8").catch(() => null);
const keep = (name: string) => keepSnapshot(store, folder, { run: "a".repeat(32), name });
const names = async (from: string, to: string) =>
  (await compareTrees(store, from, to)).map((file) => file.path);

async function undo(before: string, after: string, forced: string[] = []) {
  const now = await takeSnapshot(store, folder);
  const steps = await planPutBack(store, {
    target: before,
    base: after,
    now,
    forced: new Set(forced),
  });
  expect(await putBack(store, folder, steps)).toEqual([]);
  return steps.map(({ path: file, kind, reason }) => [file, kind, reason]);
}

for (const isRepository of [true, false]) {
  it(`puts files back and keeps what others did (${isRepository ? "a repository" : "no repository"})`, async () => {
    if (isRepository) await git("init", "-q");
    await put(".gitignore", "secret.env\n");
    await put("secret.env", "old\n");
    await put("mine.txt", "mine\n");
    await put("both.txt", "1\n2\n3\n4\n5\n6\n7\n");
    await put("src/old.txt", "old\n");
    await put("crlf.txt", "a\r\nb\r\n");
    const before = await keep("0");
    await put("mine.txt", "mine, edited while it ran\n");
    await put("both.txt", "agent\n2\n3\n4\n5\n6\n7\n");
    await put("new/deep/file.txt", "new\n");
    await put("crlf.txt", "changed\r\n");
    await put("secret.env", "new\n");
    await rm(path.join(folder, "src"), { recursive: true });
    const after = await keep("1");
    await put("both.txt", "agent\n2\n3\n4\n5\n6\nperson\n");
    await put("theirs.txt", "another agent\n");

    expect(await names(before.commit, after.commit)).not.toContain("secret.env");
    expect(await undo(before.commit, after.commit)).toEqual([
      ["both.txt", "merge", null],
      ["crlf.txt", "write", null],
      ["mine.txt", "write", null],
      ["new/deep/file.txt", "remove", null],
      ["src/old.txt", "write", null],
    ]);
    expect(await read("both.txt")).toBe("1\n2\n3\n4\n5\n6\nperson\n");
    expect(await read("crlf.txt")).toBe("a\r\nb\r\n");
    expect(await read("src/old.txt")).toBe("old\n");
    expect(await read("theirs.txt")).toBe("another agent\n");
    expect(await read("secret.env")).toBe("new\n");
    expect(await readdir(folder)).not.toContain("new");
  });
}

it("leaves a file alone where both changed the same line, unless it is asked for", async () => {
  await put("a.txt", "one\n");
  const before = await keep("0");
  await put("a.txt", "agent\n");
  await put("b.txt", "agent\n");
  const after = await keep("1");
  await put("a.txt", "person\n");
  await put("b.txt", "person\n");

  expect(await undo(before.commit, after.commit)).toEqual([
    ["a.txt", "conflict", "changed_since"],
    ["b.txt", "conflict", "changed_since"],
  ]);
  expect(await read("a.txt")).toBe("person\n");
  expect(await undo(before.commit, after.commit, ["a.txt", "b.txt"])).toEqual([
    ["a.txt", "write", null],
    ["b.txt", "remove", null],
  ]);
  expect(await read("a.txt")).toBe("one\n");
  expect(await read("b.txt")).toBeNull();
});

it("writes through no link that comes between the plan and the deed", async () => {
  await put("dir/file.txt", "inside\n");
  const outside = path.join(scratch, "outside");
  await mkdir(outside);
  const before = await keep("0");
  await rm(path.join(folder, "dir"), { recursive: true });
  const after = await keep("1");
  const now = await takeSnapshot(store, folder);
  const ask = { target: before.commit, base: after.commit, now, forced: new Set<string>() };
  const steps = await planPutBack(store, ask);
  await symlink(outside, path.join(folder, "dir"));
  const problems = await putBack(store, folder, steps);
  expect(problems.map((problem) => problem.path)).toEqual(["dir/file.txt"]);
  expect(await readdir(outside)).toEqual([]);
});

it("leaves out large files, repositories inside and ignored files, and counts them", async () => {
  await put("small.txt", "s\n");
  await put("huge.bin", "");
  await truncate(path.join(folder, "huge.bin"), 21 * 1024 * 1024);
  await put("node_modules/x/index.js", "x\n");
  await put("nested/file.txt", "n\n");
  await run("git", ["init", "-q"], { cwd: path.join(folder, "nested") });
  const kept = await keep("0");
  expect(kept.skipped).toMatchObject({ tooLarge: 1, nested: 1, unreadable: 0 });
  expect(kept.skipped.names.toSorted()).toEqual(["huge.bin", "nested/"]);
  const empty = await takeSnapshot(await openCheckpoints(scratch, 2), path.join(scratch, "data"));
  expect(empty.hashed).toBeGreaterThan(0);
  expect(await names("4b825dc642cb6eb9a060e54bf8d69288fbee4904", kept.commit)).toEqual([
    "small.txt",
  ]);
});

it("costs what changed, not the size of the tree", async () => {
  for (let at = 0; at < 50; at += 1) {
    await mkdir(path.join(folder, `d${at}`));
    for (let file = 0; file < 100; file += 1) {
      await writeFile(path.join(folder, `d${at}/f${file}.txt`), `${at} ${file}\n`);
    }
  }
  expect((await keep("0")).hashed).toBe(5_000);
  await put("d7/f7.txt", "changed, and longer than before\n");
  await put("d8/new.txt", "new\n");
  await rm(path.join(folder, "d9/f9.txt"));
  const second = await keep("1");
  expect(second.hashed).toBe(2);
  expect((await keep("2")).hashed).toBe(0);
  // A process that starts anew has the index, too.
  const again = await openCheckpoints(path.join(scratch, "data"), 1);
  expect((await takeSnapshot(again, folder)).tree).toBe(second.tree);
});

it("runs nothing that the workspace plants (S-14)", async () => {
  await git("init", "-q");
  await put("kept.txt", "one\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const head = await git("rev-parse", "HEAD");
  const script = path.join(folder, "evil.sh");
  const canary = path.join(scratch, "canary");
  await put("evil.sh", `#!/bin/sh\ntouch '${canary}'\ncat\n`);
  await chmod(script, 0o755);
  const before = await keep("0");
  await put("kept.txt", "two\n");
  await git("commit", "-qam", "second");
  const until = await git("rev-parse", "HEAD");
  for (const name of [
    "core.fsmonitor",
    "core.sshCommand",
    "core.editor",
    "core.pager",
    "diff.external",
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "merge.evil.driver",
    "gpg.program",
  ]) {
    await git("config", name, script);
  }
  await git("config", "commit.gpgSign", "true");
  await git("config", "filter.evil.required", "true");
  await git("config", "core.hooksPath", path.join(folder, "hooks"));
  for (const hook of [
    "pre-commit",
    "post-commit",
    "post-checkout",
    "reference-transaction",
    "post-index-change",
    "prepare-commit-msg",
  ]) {
    await put(`hooks/${hook}`, await readFile(script, "utf8"));
    await chmod(path.join(folder, "hooks", hook), 0o755);
    await put(`.git/hooks/${hook}`, await readFile(script, "utf8"));
    await chmod(path.join(folder, ".git/hooks", hook), 0o755);
  }
  const attributes = "* filter=evil diff=evil merge=evil text ident working-tree-encoding=UTF-16\n";
  await put(".gitattributes", attributes);
  await put(".git/info/attributes", attributes);
  await put("sub/kept.txt", "$Id$\n");
  await put("bare.git/HEAD", "ref: refs/heads/main\n");
  await put("bare.git/config", `[core]\n\tbare = true\n\tfsmonitor = ${script}\n`);
  await mkdir(path.join(folder, "bare.git/objects"), { recursive: true });
  await mkdir(path.join(folder, "bare.git/refs"), { recursive: true });
  const nested = path.join(folder, "sub/nested");
  await mkdir(nested);
  await run("git", ["init", "-q"], { cwd: nested });
  await writeFile(path.join(nested, ".git/config"), `[core]\n\tfsmonitor = ${script}\n`);
  const after = await keep("1");

  await diffFile(store, { before: before.commit, after: after.commit, path: "kept.txt" }, 10_000);
  const found = await compareTrees(store, before.commit, after.commit);
  const sub = found.find((file) => file.path === "sub/kept.txt")?.after?.id ?? "";
  expect((await readBlob(store, sub)).toString()).toBe("$Id$\n");
  await undo(before.commit, after.commit);
  const range = { since: head, until };
  expect(await planRevert(folder, range)).toMatchObject({ ok: true });
  expect(await revertCommits(folder, range)).toMatchObject({ ok: true });
  expect(await read("kept.txt")).toBe("one\n");
  await forgetRun(store, "a".repeat(32));
  await sweep(store);
  expect(await readdir(scratch)).not.toContain("canary");
  // The plants do run where git trusts the repository.
  const trusting = { cwd: folder, timeout: 3_000, killSignal: "SIGKILL" } as const;
  await run("git", ["status"], trusting).catch(() => "");
  expect(await readdir(scratch)).toContain("canary");
});

it("takes commits back with new ones, and keeps what was staged", async () => {
  await git("init", "-q", "-b", "main");
  await put("a.txt", "one\n");
  await put("other.txt", "o\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const since = await git("rev-parse", "HEAD");
  await put("a.txt", "two\n");
  await git("commit", "-qam", "second");
  await put("b.txt", "new\n");
  await git("add", "b.txt");
  await git("commit", "-qm", "third");
  const until = await git("rev-parse", "HEAD");
  await put("other.txt", "staged by a person\n");
  await git("add", "other.txt");
  await put("c.txt", "later\n");
  await git("add", "c.txt");
  await git("commit", "-qm", "later", "c.txt");

  expect(await planRevert(folder, { since, until })).toMatchObject({
    ok: true,
    commits: [{ subject: "third" }, { subject: "second" }],
  });
  expect(await git("log", "--format=%s", "-1")).toBe("later");
  await revertCommits(folder, { since, until });

  expect((await git("log", "--format=%an %s")).split("\n")).toEqual([
    'Signalbox Revert "second"',
    'Signalbox Revert "third"',
    "t later",
    "t third",
    "t second",
    "t first",
  ]);
  expect(await git("show", "HEAD:a.txt")).toBe("one");
  expect(await git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\nc.txt\nother.txt");
  expect(await git("diff", "--cached", "--name-only")).toBe("other.txt");
  await git("fsck", "--strict");
  // Again: there is nothing left to take back.
  expect(await revertCommits(folder, { since, until })).toMatchObject({ ok: true, commits: [] });
});

it("says what stands in the way of taking commits back", async () => {
  await git("init", "-q", "-b", "main");
  await put("a.txt", "one\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const since = await git("rev-parse", "HEAD");
  await put("a.txt", "two\n");
  await git("commit", "-qam", "second");
  const until = await git("rev-parse", "HEAD");
  const plan = () => planRevert(folder, { since, until });

  await put("a.txt", "staged\n");
  await git("add", "a.txt");
  expect(await plan()).toMatchObject({ ok: false, why: "staged" });
  await git("commit", "-qm", "on top");
  expect(await plan()).toMatchObject({ ok: false, why: "conflict" });
  await git("reset", "-q", "--hard", until);
  await git("checkout", "-q", "--detach");
  expect(await plan()).toMatchObject({ ok: false, why: "detached" });
  await git("checkout", "-q", "main");
  await git("reset", "-q", "--hard", since);
  expect(await plan()).toMatchObject({ ok: false, why: "rewritten" });
});

it("moves no branch while git is at work in the index, and leaves no lock behind", async () => {
  await git("init", "-q", "-b", "main");
  await put("a.txt", "one\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const since = await git("rev-parse", "HEAD");
  await put("a.txt", "two\n");
  await git("commit", "-qam", "second");
  const until = await git("rev-parse", "HEAD");
  const lock = path.join(folder, ".git/index.lock");

  await put(".git/index.lock", "");
  expect(await revertCommits(folder, { since, until })).toMatchObject({ ok: false, why: "staged" });
  expect(await git("rev-parse", "HEAD")).toBe(until);
  // A preview takes no lock, so it needs none.
  expect(await planRevert(folder, { since, until })).toMatchObject({ ok: true });
  await rm(lock);
  expect(await revertCommits(folder, { since, until })).toMatchObject({ ok: true });
  expect(await git("show", "HEAD:a.txt")).toBe("one");
  expect(await git("diff", "--cached", "--name-only")).toBe("");
  expect(await readdir(path.dirname(lock))).not.toContain("index.lock");
});

it("takes nothing that stands in HEAD for an option", async () => {
  await git("init", "-q", "-b", "main");
  await put("a.txt", "one\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const head = await git("rev-parse", "HEAD");
  const option = `--output=${path.join(scratch, "planted")}`;
  for (const range of [
    { since: head, until: option },
    { since: option, until: head },
  ]) {
    expect(await planRevert(folder, range)).toMatchObject({ ok: false, why: "unsupported" });
  }
  await put(".git/HEAD", option);
  expect(await planRevert(folder, { since: null, until: head })).toMatchObject({
    ok: false,
    why: "unsupported",
  });
  expect(await readdir(scratch)).not.toContain("planted");
});

it("frees what a forgotten run held and keeps what others need", async () => {
  await put("a.txt", "one\n");
  const first = await keep("0");
  await put("a.txt", "two\n");
  const other = await keepSnapshot(store, folder, { run: "b".repeat(32), name: "0" });
  expect(await forgetRun(store, "a".repeat(32))).toBe(1);
  await store.git(["gc", "--quiet", "--prune=now"]);
  await expect(store.git(["cat-file", "-e", first.commit])).rejects.toThrow();
  await store.git(["cat-file", "-e", other.commit]);
  // The folder's index still fits.
  await put("b.txt", "b\n");
  expect((await keep("1")).hashed).toBe(1);
});
