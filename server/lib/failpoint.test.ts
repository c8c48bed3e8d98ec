import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { FAILPOINTS, failpoint, parseFailpoints } from "./failpoint.ts";

it("is off without the variable", () => {
  expect(parseFailpoints(undefined)).toBeNull();
  expect(parseFailpoints(" ")).toBeNull();
  expect(() => failpoint("claim.afterCommit")).not.toThrow();
});

it("takes several places, each with the time at which it acts", () => {
  expect(parseFailpoints("claim.afterCommit:kill, ingest.beforeInsert:throw@3")).toEqual(
    new Map([
      ["claim.afterCommit", { action: "kill", left: 1 }],
      ["ingest.beforeInsert", { action: "throw", left: 3 }],
    ]),
  );
});

it.each([
  "claim.afterCommit",
  "nowhere:kill",
  "claim.afterCommit:explode",
  "spawn.afterPid:kill@0",
])("refuses %s and says what it expected", (text) => {
  expect(() => parseFailpoints(text)).toThrow(`found "${text}"`);
});

it("has every place exactly once in the programs", async () => {
  const root = path.resolve(import.meta.dirname, "..");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.ts$|\/(?:generated|fixtures|testing)\//.test(file));
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    for (const [, name] of text.matchAll(/\bfailpoint\("([^"]+)"\)/g)) found.push(name ?? "");
  }
  expect(found.sort()).toEqual([...FAILPOINTS].sort());
});
