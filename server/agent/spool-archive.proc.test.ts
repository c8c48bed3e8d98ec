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

  it("blots out the pieces of a streamed answer, in which a secret may be cut in two", async () => {
    const piece = (text: string) =>
      JSON.stringify({
        type: "stream_event",
        event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      });
    const said = JSON.stringify({ type: "assistant", note: "stream_event", text: "kept" });
    const lines = [piece(`é "${TOKEN.slice(0, 9)}`), piece(TOKEN.slice(9)), said];
    writeFileSync(path.join(dir, "stdout.ndjson"), lines.join("\n"));
    await archiveSpool(dir, createRedactor([TOKEN]));
    const archived = gunzipSync(readFileSync(path.join(dir, ARCHIVED_STDOUT))).toString("utf8");
    const [first = "", second = "", third = ""] = archived.split("\n");
    expect(third).toBe(said);
    expect(`${first}${second}`).not.toContain(TOKEN.slice(0, 9));
    expect(`${first}${second}`).not.toContain(TOKEN.slice(9));
    // Places in the output stay what they were.
    expect(Buffer.byteLength(first)).toBe(Buffer.byteLength(lines[0] ?? ""));
  });
});
