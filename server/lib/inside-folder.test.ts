import {
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listInside, readInside, removeInside, writeInside } from "./inside-folder.ts";
import { PathRefused } from "./relative-name.ts";
import { resolveInside } from "./resolve-inside.ts";

let base: string;
let root: string;
let outside: string;
const secret = "the secret outside";

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "signalbox-inside-"));
  root = path.join(base, "root");
  outside = path.join(base, "outside");
  await mkdir(path.join(root, "folder/deep"), { recursive: true });
  await mkdir(outside);
  await writeFile(path.join(outside, "secret.md"), secret);
  await writeFile(path.join(root, "folder/plain.md"), "plain");
  await writeFile(path.join(root, "Upper.md"), "upper");
  await writeFile(path.join(root, "caf\u00e9.md"), "nfc");
  await symlink(outside, path.join(root, "linked-folder"));
  await symlink(path.join(outside, "secret.md"), path.join(root, "linked.md"));
  await symlink("folder", path.join(root, "linked-within"));
  await symlink("nowhere", path.join(root, "dangling.md"));
  await symlink("/etc/passwd", path.join(root, "passwd.md"));
  await link(path.join(outside, "secret.md"), path.join(root, "hard.md"));
  await symlink("loop", path.join(root, "loop"));
  execFileSync("mkfifo", [path.join(root, "pipe.md")]);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const long = "x".repeat(300);
const hostile: string[] = [
  // upwards and absolute
  "..",
  "../outside/secret.md",
  "folder/../../outside/secret.md",
  "folder/..",
  "./folder/plain.md",
  ".",
  "",
  "folder/./plain.md",
  "folder//plain.md",
  "/etc/passwd",
  "//etc/passwd",
  "/",
  "~/x.md",
  "~root/x.md",
  "C:\\x.md",
  "c:/x.md",
  "\\\\host\\share",
  "..\\outside\\secret.md",
  "folder\\plain.md",
  "folder/..\\..\\x",
  // links
  "linked-folder/secret.md",
  "linked-folder",
  "linked-folder/new.md",
  "linked.md",
  "linked-within/plain.md",
  "linked-within/new.md",
  "dangling.md",
  "passwd.md",
  "hard.md",
  "loop/x.md",
  "loop",
  // not what it seems
  "pipe.md",
  "folder/plain.md/x.md",
  "Upper.md/x.md",
  // characters
  "a\0.md",
  "folder/\0",
  "a\n.md",
  "a\r.md",
  "a\t.md",
  "\u202efdm.txt",
  "a\u200b.md",
  "a\u2028.md",
  "\ufeffa.md",
  "a\u007f.md",
  "a\u0085.md",
  "\ud800.md",
  "a:stream",
  "con*.md",
  "a?.md",
  'a".md',
  "<a>.md",
  "a|b.md",
  // lengths
  long,
  `${long}.md`,
  `folder/${long}`,
  "a/".repeat(600) + "x",
  // twins by case and Unicode form
  "upper.md",
  "UPPER.MD",
  "FOLDER/plain.md",
  "Folder/new.md",
  "folder/PLAIN.md",
  "cafe\u0301.md",
  "CAF\u00c9.md",
  "\ufb01le/../x",
  "\u212a.md/../x",
  "e\u0301/x.md",
  // ends that some systems drop
  "a.md.",
  "a.md ",
  " a.md",
  "folder /plain.md",
  "folder./plain.md",
  "...",
  "folder/....",
];

describe("names that lead elsewhere (S-12)", () => {
  it("has a corpus of at least sixty", () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(60);
  });

  it.each(hostile.map((name) => [JSON.stringify(name).slice(0, 60), name]))(
    "refuses %s everywhere",
    async (_shown, name) => {
      await expect(resolveInside(root, name)).rejects.toBeInstanceOf(PathRefused);
      await expect(readInside(root, name, 1_000)).rejects.toBeInstanceOf(PathRefused);
      await expect(writeInside(root, name, "new")).rejects.toBeInstanceOf(PathRefused);
      await expect(removeInside(root, name)).rejects.toBeInstanceOf(PathRefused);
      expect(await readFile(path.join(outside, "secret.md"), "utf8")).toBe(secret);
      expect(await readdir(outside)).toEqual(["secret.md"]);
      expect((await readdir(base)).sort()).toEqual(["outside", "root"]);
    },
  );
});

describe("plain names", () => {
  it("resolves, reads, writes, lists and removes", async () => {
    expect(await resolveInside(root, "folder/plain.md")).toBe(path.join(root, "folder/plain.md"));
    expect(await resolveInside(root, "new/er/x.md")).toBe(path.join(root, "new/er/x.md"));
    expect((await readInside(root, "folder/plain.md", 100))?.bytes.toString()).toBe("plain");
    expect(await readInside(root, "folder/none.md", 100)).toBeNull();
    expect(await readInside(root, "none/none.md", 100)).toBeNull();
    await writeInside(root, "new/er/caf\u00e9.md", "fresh");
    expect(await readFile(path.join(root, "new/er/caf\u00e9.md"), "utf8")).toBe("fresh");
    await writeInside(root, "folder/plain.md", "other");
    expect(await readdir(path.join(root, "folder"))).toEqual(["deep", "plain.md"]);
    expect(await listInside(root, "folder")).toEqual([
      { name: "deep", isFile: false, isFolder: true },
      { name: "plain.md", isFile: true, isFolder: false },
    ]);
    expect(await listInside(root, "none")).toBeNull();
    await expect(listInside(root, "linked-within")).rejects.toBeInstanceOf(PathRefused);
    await expect(listInside(root, "folder/plain.md")).rejects.toBeInstanceOf(PathRefused);
    await writeFile(path.join(root, "folder/deep/X"), "");
    expect(await listInside(root, "folder/deep")).toMatchObject([{ name: "X" }]);
    expect(await removeInside(root, "folder/plain.md")).toBe(true);
    expect(await removeInside(root, "folder/plain.md")).toBe(false);
  });

  it("reads up to the limit and not a byte more", async () => {
    await writeFile(path.join(root, "big.md"), "x".repeat(1_000));
    expect((await readInside(root, "big.md", 1_000))?.bytes.length).toBe(1_000);
    await expect(readInside(root, "big.md", 999)).rejects.toMatchObject({ reason: "size" });
  });

  it("takes a root that is itself reached through a link", async () => {
    await symlink(root, path.join(base, "way"));
    expect(
      (await readInside(path.join(base, "way"), "folder/plain.md", 100))?.bytes.toString(),
    ).toBe("plain");
  });
});

describe("a folder swapped for a link in the middle (S-12)", () => {
  it("never reads or writes outside in 2 000 tries", async () => {
    await mkdir(path.join(root, "swap"));
    await writeFile(path.join(root, "swap/secret.md"), "inside");
    let isSwapping = true;
    const swapper = (async () => {
      while (isSwapping) {
        await rename(path.join(root, "swap"), path.join(root, "aside")).catch(() => undefined);
        await symlink(outside, path.join(root, "swap")).catch(() => undefined);
        await rm(path.join(root, "swap")).catch(() => undefined);
        await rename(path.join(root, "aside"), path.join(root, "swap")).catch(() => undefined);
      }
    })();
    let refused = 0;
    let done = 0;
    for (let index = 0; index < 2_000; index += 1) {
      try {
        if (index % 2 === 0) {
          const found = await readInside(root, "swap/secret.md", 1_000);
          expect(found?.bytes.toString() ?? "inside").not.toBe(secret);
        } else {
          await writeInside(root, "swap/secret.md", "inside");
        }
        done += 1;
      } catch (error) {
        // A write may have made the folder anew, which the swapper's rename then meets.
        if (!(error instanceof PathRefused) && (error as NodeJS.ErrnoException).code === undefined)
          throw error;
        refused += 1;
      }
    }
    isSwapping = false;
    await swapper;
    expect(done).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(await readFile(path.join(outside, "secret.md"), "utf8")).toBe(secret);
    expect(await readdir(outside)).toEqual(["secret.md"]);
  }, 60_000);
});
