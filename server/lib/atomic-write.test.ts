import { mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFileAtomic } from "./atomic-write.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "signalbox-atomic-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("writeFileAtomic", () => {
  it("makes and replaces a file with its mode and leaves nothing else behind", async () => {
    const file = path.join(folder, "web.json");
    await writeFileAtomic(file, "one", { mode: 0o600 });
    await writeFileAtomic(file, "two", { mode: 0o600 });
    expect(await readFile(file, "utf8")).toBe("two");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["web.json"]);
  });

  it("leaves the old file and no draft when it cannot replace it", async () => {
    const file = path.join(folder, "taken");
    await writeFileAtomic(path.join(folder, "other"), "x");
    await mkdir(path.join(file, "inside"), { recursive: true });
    await expect(writeFileAtomic(file, "new")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect((await readdir(folder)).sort()).toEqual(["other", "taken"]);
  });

  it("shows readers only whole texts while it is written over and over", async () => {
    const file = path.join(folder, "busy");
    const texts = ["a".repeat(100_000), "b".repeat(100_000)];
    await writeFileAtomic(file, texts[0] ?? "");
    const writing = (async () => {
      for (let turn = 0; turn < 40; turn += 1) await writeFileAtomic(file, texts[turn % 2] ?? "");
    })();
    let isDone = false;
    void writing.then(() => (isDone = true));
    while (!isDone) expect(texts).toContain(await readFile(file, "utf8"));
    await writing;
  });
});
