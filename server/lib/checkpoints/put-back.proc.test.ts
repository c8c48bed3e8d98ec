import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepSnapshot } from "./keep.ts";
import { openCheckpoints } from "./own-git.ts";
import type { CheckpointStore } from "./own-git.ts";
import { planPutBack, putBack } from "./put-back.ts";
import type { FileStep } from "./put-back.ts";
import { takeSnapshot } from "./snapshot.ts";

let scratch: string;
let folder: string;
let store: CheckpointStore;

beforeEach(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-put-back-")));
  folder = path.join(scratch, "work");
  await mkdir(folder);
  store = await openCheckpoints(path.join(scratch, "data"), 1);
});
afterEach(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));

const at = (name: string) => path.join(folder, name);
const keep = (name: string) => keepSnapshot(store, folder, { run: "a".repeat(32), name });
async function put(name: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), content);
  await chmod(at(name), mode);
}
async function undo(before: string, after: string, forced: string[] = []): Promise<FileStep[]> {
  const now = await takeSnapshot(store, folder);
  const ask = { target: before, base: after, now, forced: new Set(forced) };
  const steps = await planPutBack(store, ask);
  expect(await putBack(store, folder, steps)).toEqual([]);
  return steps;
}

/** Everything in the folder: name → kind, permissions and content. */
async function look(dir = folder, inner = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name);
    const rel = inner === "" ? name : `${inner}/${name}`;
    const status = await lstat(file);
    if (status.isDirectory()) Object.assign(found, await look(file, rel));
    else if (status.isSymbolicLink()) found[rel] = `link ${await readlink(file)}`;
    else
      found[rel] =
        `${(status.mode & 0o777).toString(8)} ${(await readFile(file)).toString("base64")}`;
  }
  return found;
}

const odd = [
  "with space .txt",
  "back\\slash",
  "quote\"'`$.txt",
  "new\nline\ttab",
  "-rf",
  "--output=x",
  ":(glob)**",
  "*.txt",
  "git~1",
  ".gitignore.",
  "Readme.md",
  "README.md",
  "e\u0301.txt",
  "\u00e9.txt",
  "dots../..name",
  "emoji-🚂🚃/日本語.txt",
  `${"字".repeat(80)}.txt`,
];

it("puts a folder back byte for byte: modes, links, empty, binary, odd names", async () => {
  const binary = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);
  await put("plain.txt", "one\ntwo\n");
  await put("crlf.txt", "one\r\ntwo\r\n\nmixed\r\n");
  await put("no-end.txt", "no newline at the end");
  await put("empty", "");
  await put("image.png", binary);
  await put("run.sh", "#!/bin/sh\n", 0o755);
  await put("plain-script.sh", "#!/bin/sh\n");
  await put("old/place.txt", "moved\n");
  await put("gone/deep/er.txt", "gone\n");
  await put("file-then-folder", "a file\n");
  await put("folder-then-file/inside.txt", "inside\n");
  await put("folder-then-link/inside.txt", "inside\n");
  await put("file-then-link", "a file\n");
  await symlink("plain.txt", at("link"));
  await symlink("/nowhere/at/all", at("dangling"));
  await symlink("../outside", at("link-then-file"));
  await symlink("old", at("link-then-folder"));
  await symlink("plain.txt", at("link-gone"));
  for (const name of odd) await put(`odd/${name}`, `this is ${name}\n`);
  await mkdir(path.join(scratch, "outside"));
  const first = await look();
  const before = await keep("0");

  await put("plain.txt", "agent\n");
  await put("crlf.txt", "one\ntwo\n");
  await put("no-end.txt", "no newline at the end\n");
  await put("empty", "not any more\n");
  await put("image.png", binary.toReversed());
  await put("run.sh", "#!/bin/sh\necho\n", 0o644);
  await put("plain-script.sh", "#!/bin/sh\n", 0o755);
  await rename(at("old/place.txt"), at("new-place.txt"));
  await rm(at("gone"), { recursive: true });
  await rm(at("file-then-folder"));
  await put("file-then-folder/inside.txt", "agent\n");
  await rm(at("folder-then-file"), { recursive: true });
  await put("folder-then-file", "agent\n");
  await rm(at("folder-then-link"), { recursive: true });
  await symlink(path.join(scratch, "outside"), at("folder-then-link"));
  await rm(at("file-then-link"));
  await symlink(path.join(scratch, "outside/planted"), at("file-then-link"));
  await rm(at("link"));
  await symlink("run.sh", at("link"));
  await rm(at("dangling"));
  await put("dangling", "a file now\n");
  await rm(at("link-then-file"));
  await put("link-then-file", "agent\n");
  await rm(at("link-then-folder"));
  await put("link-then-folder/inside.txt", "agent\n");
  await rm(at("link-gone"));
  await symlink("plain.txt", at("link-new"));
  for (const [index, name] of odd.entries()) {
    if (index % 2 === 0) await put(`odd/${name}`, `agent on ${name}\n`);
    else await rm(at(`odd/${name}`));
  }
  await put("odd/new \\ \n name ", "agent\n");
  const after = await keep("1");
  const changed = await look();

  const steps = await undo(before.commit, after.commit);
  expect(steps.filter(({ kind }) => kind === "conflict")).toEqual([]);
  expect(await look()).toEqual(first);
  expect(await readdir(path.join(scratch, "outside"))).toEqual([]);
  expect((await keep("2")).tree).toBe(before.tree);

  // And forward again: an undo that is taken back.
  await undo(after.commit, before.commit);
  expect(await look()).toEqual(changed);
});

it("keeps what a person did to a file's mode, and to a link, since", async () => {
  await put("script.sh", "1\n2\n3\n4\n5\n");
  await put("other.sh", "1\n", 0o755);
  await symlink("script.sh", at("link"));
  await symlink("script.sh", at("dropped"));
  const before = await keep("0");
  await put("script.sh", "agent\n2\n3\n4\n5\n");
  await put("other.sh", "1\n", 0o644);
  await rm(at("link"));
  await symlink("other.sh", at("link"));
  await rm(at("dropped"));
  const after = await keep("1");
  await chmod(at("script.sh"), 0o755);
  await put("other.sh", "person\n", 0o644);
  await rm(at("link"));
  await symlink("elsewhere", at("link"));
  await put("dropped", "a person's file\n");

  const steps = await undo(before.commit, after.commit);
  expect(steps.map(({ path: file, kind, reason }) => [file, kind, reason])).toEqual([
    ["dropped", "conflict", "changed_since"],
    ["link", "conflict", "changed_since"],
    ["other.sh", "merge", null],
    ["script.sh", "merge", null],
  ]);
  const found = await look();
  expect(found["script.sh"]).toBe(`755 ${Buffer.from("1\n2\n3\n4\n5\n").toString("base64")}`);
  expect(found["other.sh"]).toBe(`755 ${Buffer.from("person\n").toString("base64")}`);
  expect(found["link"]).toBe("link elsewhere");
  expect(found["dropped"]).toMatch(/^644 /);

  await undo(before.commit, after.commit, ["link", "dropped"]);
  expect(await look()).toMatchObject({ link: "link script.sh", dropped: "link script.sh" });
});

it("records the rest of a folder that holds names no repository takes", async () => {
  await put("kept.txt", "kept\n");
  await put(".GIT/hooks/pre-commit", "#!/bin/sh\n");
  const before = await keep("0");
  expect(before.skipped).toMatchObject({ unreadable: 1 });
  await put("kept.txt", "agent\n");
  const after = await keep("1");
  await undo(before.commit, after.commit);
  expect(await readFile(at("kept.txt"), "utf8")).toBe("kept\n");
});
