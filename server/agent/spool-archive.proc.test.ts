import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRedactor } from "#server/lib/redact.ts";
import { archiveSpool, ARCHIVED_STDOUT } from "./spool-archive.ts";

const TOKEN = "sbx-run-token-0123456789";
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-archive-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("archiving a spool", () => {
  it("leaves no secret on disk, keeps every line, and can be repeated", async () => {
    const lines = Array.from({ length: 500 }, (_, n) =>
      JSON.stringify({ n, text: `x${" ".repeat(n)}${TOKEN}` }).replaceAll(
        "-",
        n % 2 ? "\\u002d" : "-",
      ),
    );
    writeFileSync(
      path.join(dir, "stdout.ndjson"),
      `${lines.join("\n")}\nlast without newline ${TOKEN}`,
    );
    writeFileSync(path.join(dir, "stderr.log"), `warning ${TOKEN}\n`);
    const redactor = createRedactor([TOKEN]);
    await archiveSpool(dir, redactor);
    await archiveSpool(dir, redactor);
    const file = path.join(dir, ARCHIVED_STDOUT);
    const text = gunzipSync(readFileSync(file)).toString("utf8");
    expect(text.split("\n")).toHaveLength(502);
    expect(text.replaceAll("\\u002d", "-")).not.toContain(TOKEN);
    expect(JSON.parse(text.split("\n")[41] ?? "")).toMatchObject({ n: 41 });
    expect(existsSync(path.join(dir, "stdout.ndjson"))).toBe(false);
    expect(existsSync(path.join(dir, "stderr.log"))).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
