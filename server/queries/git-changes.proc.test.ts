import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readChangedFiles, readHead } from "./git-changes.ts";

const run = promisify(execFile);
let folder: string;

async function git(...args: string[]): Promise<void> {
  await run("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd: folder,
  });
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-git-test-")));
  await git("init", "-q");
  await writeFile(path.join(folder, "kept.txt"), "one\ntwo\n");
  await writeFile(path.join(folder, "gone.txt"), "bye\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("names commits made since, uncommitted edits and new files", async () => {
  const before = await readHead(folder);
  await writeFile(path.join(folder, "kept.txt"), "one\n2\nthree\n");
  await git("commit", "-qam", "second");
  await rm(path.join(folder, "gone.txt"));
  await writeFile(path.join(folder, "new ä.txt"), "new\n");

  expect(await readChangedFiles(folder, before)).toEqual([
    { path: "gone.txt", change: "deleted", added: 0, removed: 1 },
    { path: "kept.txt", change: "modified", added: 2, removed: 1 },
    { path: "new ä.txt", change: "added", added: 1, removed: 0 },
  ]);
});

it("runs nothing that the repository's own configuration names", async () => {
  const canary = path.join(folder, "..", `${path.basename(folder)}-canary`);
  const script = path.join(folder, "evil.sh");
  await writeFile(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
  await chmod(script, 0o755);
  await git("config", "core.fsmonitor", script);
  await git("config", "diff.external", script);
  await git("config", "filter.evil.clean", script);
  await git("config", "diff.evil.textconv", script);
  await writeFile(path.join(folder, ".gitattributes"), "*.txt filter=evil diff=evil\n");
  await writeFile(path.join(folder, "kept.txt"), "changed\n");

  const files = await readChangedFiles(folder, await readHead(folder));
  expect(files?.map((file) => file.path)).toContain("kept.txt");
  expect(await readdir(path.dirname(folder))).not.toContain(path.basename(canary));
});

it("says nothing about a folder outside git", async () => {
  const plain = await mkdtemp(path.join(tmpdir(), "signalbox-plain-"));
  try {
    expect(await readHead(plain)).toBeNull();
    expect(await readChangedFiles(plain, null)).toBeNull();
  } finally {
    await rm(plain, { recursive: true });
  }
});
