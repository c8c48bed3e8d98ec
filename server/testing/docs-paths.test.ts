/** What the documents name as a proof has to be there. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findProjectRoot } from "../lib/project-root.ts";

const root = findProjectRoot();
const PATH = /`((?:server|app|e2e|scripts|bench)\/[^`\s]+\.(?:tsx?|mjs))`/g;

function pathsIn(document: string): string[] {
  const text = readFileSync(path.join(root, document), "utf8");
  return [...new Set([...text.matchAll(PATH)].map((match) => match[1] ?? ""))];
}

describe.each(["docs/runs.md", "docs/quality.md"])("%s", (document) => {
  const named = pathsIn(document);

  it("names tests", () => {
    expect(named.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).length).toBeGreaterThan(20);
  });

  it.each(named)("names %s, which exists", (file) => {
    expect(existsSync(path.join(root, file))).toBe(true);
  });
});

describe("docs/runs.md", () => {
  const text = readFileSync(path.join(root, "docs/runs.md"), "utf8");
  const promises = text.slice(text.indexOf("| Promise |"), text.indexOf("## States")).split("\n");

  it.each(promises.filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith("| Promise")))(
    "has a proof for: %s",
    (line) => {
      expect(line).toMatch(/`(?:server|app|e2e)\/[^`]+\.(?:test|spec)\.tsx?`/);
    },
  );
});
