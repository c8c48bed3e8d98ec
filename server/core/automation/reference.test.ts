import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { format } from "prettier";
import { automationsReference } from "./reference.ts";

const file = path.resolve("docs/automations-reference.md");

describe("docs/automations-reference.md", () => {
  it("says what the schemas say (UPDATE_REFERENCE=1 writes it)", async () => {
    const text = await format(automationsReference(), { parser: "markdown", printWidth: 100 });
    if (process.env["UPDATE_REFERENCE"] === "1") writeFileSync(file, text);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("explains every key", () => {
    const rows = automationsReference()
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
  });
});
