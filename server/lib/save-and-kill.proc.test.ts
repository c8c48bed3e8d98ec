import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sleep } from "./abort.ts";
import { readInside } from "./inside-folder.ts";

/** 200 in the long runs; each life of the program costs some hundred milliseconds. */
const kills = Number(process.env["SIGNALBOX_TEST_KILLS"] ?? 40);
const rel = ".agents/skills/programmer.md";
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "signalbox-kill-"));
  program = path.join(folder, "save-forever.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "fixtures/save-forever.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One life of a program that saves without end, killed at a moment nobody chose. */
async function saveAndKill(root: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [program, root, rel], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("a save that is killed (S-12, R-22)", () => {
  it(`leaves the old or the new text, whole, ${kills} times`, async () => {
    const roots = ["one", "two"].map((name) => path.join(folder, name));
    await Promise.all(roots.map((root) => mkdir(root)));
    const seen = new Set<string>();
    for (let kill = 0; kill < kills; kill += roots.length) {
      await Promise.all(roots.map((root, index) => saveAndKill(root, ((kill + index) * 7) % 23)));
      for (const root of roots) {
        const text = await readFile(path.join(root, rel), "utf8");
        seen.add(text[0] ?? "");
        expect([text.length, new Set(text).size]).toEqual([200_000, 1]);
        expect((await readInside(root, rel, 262_144))?.bytes.length).toBe(200_000);
      }
    }
    expect(seen).toEqual(new Set(["a", "b"]));
    // What a killed save leaves behind is hidden and never taken for a skill.
    const names = await readdir(path.join(roots[0] ?? "", ".agents/skills"));
    expect(names.filter((name) => name.endsWith(".md"))).toEqual(["programmer.md"]);
  }, 120_000);
});
