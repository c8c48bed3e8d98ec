import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { commitFile } from "./commit-file.ts";

const file = ".agents/programmer/memory.md";
let root = "";

const git = (...args: string[]): string =>
  execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.com",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.com",
    },
  }).trim();
const write = (name: string, text: string) => writeFile(path.join(root, name), text);
const commit = () =>
  commitFile({
    workspace: root,
    file,
    message: "Memory of programmer",
    author: { name: "programmer", email: "programmer@agents.invalid" },
    now: new Date("2026-03-01T12:00:00Z"),
  });

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-commit-")));
  await mkdir(path.join(root, ".agents/programmer"), { recursive: true });
  git("init", "-q", "-b", "main");
});
afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

async function withHistory(): Promise<void> {
  await write("code.txt", "one\n");
  await write(file, "old\n");
  git("add", ".");
  git("commit", "-q", "-m", "first");
}

it("commits exactly that file, as the agent, and leaves what others staged and changed", async () => {
  await withHistory();
  await write("code.txt", "two\n");
  git("add", "code.txt");
  await write("code.txt", "three\n");
  await write("new.txt", "new\n");
  await write(file, "learned\n");

  const result = await commit();
  expect(result).toEqual({ kind: "committed", commit: git("rev-parse", "HEAD") });
  expect(git("show", "--name-only", "--format=%an <%ae> %s|%P", "HEAD")).toBe(
    `programmer <programmer@agents.invalid> Memory of programmer|${git("rev-parse", "HEAD~1")}\n\n${file}`,
  );
  expect(git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  expect(
    git("status", "--porcelain")
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(["MM code.txt", "?? new.txt"]);
  git("fsck", "--strict");
});

it("makes no commit when nothing changed, there is no file, or git ignores it", async () => {
  await withHistory();
  const before = git("rev-parse", "HEAD");
  expect(await commit()).toMatchObject({ kind: "nothing", why: `${file} has not changed` });
  await rm(path.join(root, file));
  expect(await commit()).toMatchObject({ kind: "nothing", why: `there is no ${file}` });
  git("rm", "-q", "--cached", file);
  git("commit", "-q", "-m", "forget it");
  await write(".gitignore", ".agents/\n");
  await write(file, "secret\n");
  expect(await commit()).toMatchObject({ kind: "nothing", why: `${file} is ignored by git` });
  expect(git("rev-parse", "HEAD~1")).toBe(before);
});

it("begins the history of a repository without commits", async () => {
  await write(file, "first\n");
  expect(await commit()).toMatchObject({ kind: "committed" });
  expect(git("ls-tree", "-r", "--name-only", "HEAD")).toBe(file);
});

it("runs nothing that the repository names", async () => {
  await withHistory();
  const canary = path.join(root, "canary");
  const plant = path.join(root, "plant.sh");
  await writeFile(plant, `#!/bin/sh\ntouch ${canary}\ncat\n`);
  await chmod(plant, 0o755);
  const hooks = path.join(root, ".git/hooks");
  for (const name of [
    "pre-commit",
    "post-commit",
    "commit-msg",
    "reference-transaction",
    "post-index-change",
  ]) {
    await mkdir(hooks, { recursive: true });
    await writeFile(path.join(hooks, name), `#!/bin/sh\ntouch ${canary}\n`);
    await chmod(path.join(hooks, name), 0o755);
  }
  const config = {
    "core.fsmonitor": plant,
    "core.hooksPath": hooks,
    "filter.f.clean": plant,
    "filter.f.smudge": plant,
    "commit.gpgSign": "true",
    "gpg.program": plant,
    "core.editor": plant,
    "core.sshCommand": plant,
  };
  await write(".gitattributes", "* filter=f\n");
  for (const [name, value] of Object.entries(config)) git("config", name, value);
  await rm(canary, { force: true });

  await write(file, "learned\n");
  expect(await commit()).toMatchObject({ kind: "committed" });
  await expect(readFile(canary)).rejects.toThrow("ENOENT");
  for (const name of Object.keys(config)) git("config", "--unset", name);
  expect(git("show", `HEAD:${file}`)).toBe("learned");
});

it("keeps out of a merge, and of what is no repository or no plain file", async () => {
  await withHistory();
  await write(file, "learned\n");
  await write(".git/MERGE_HEAD", `${git("rev-parse", "HEAD")}\n`);
  expect(await commit()).toMatchObject({ kind: "refused", isFinal: false });
  await rm(path.join(root, ".git"), { recursive: true });
  expect(await commit()).toMatchObject({ kind: "refused", isFinal: true });
});
