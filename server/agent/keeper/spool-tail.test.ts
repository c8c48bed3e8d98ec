import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFinalResult } from "./spool-tail.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-spool-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const line = (type: string, more: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ ...more, type })}\n`;
const find = (text: string): number | null => {
  const file = path.join(dir, "stdout.ndjson");
  writeFileSync(file, text);
  return findFinalResult(file);
};

describe("the end of a spool", () => {
  it("is final when only notices follow the last result", () => {
    const before = line("assistant");
    expect(find(before + line("result"))).toBe(before.length);
    expect(find(before + line("result") + line("system") + line("tool_progress"))).toBe(
      before.length,
    );
  });

  it("is not final when a turn follows, another result is announced, or there is none", () => {
    expect(find(line("result") + line("user"))).toBeNull();
    expect(find(line("result") + line("assistant") + line("system"))).toBeNull();
    expect(find(line("assistant") + line("result", { queued_turn_count: 1 }))).toBeNull();
    expect(find(line("assistant"))).toBeNull();
    expect(find("")).toBeNull();
    expect(findFinalResult(path.join(dir, "nothing"))).toBeNull();
  });

  it("sees the result at the very beginning, and behind broken and unfinished lines", () => {
    expect(find(line("result"))).toBe(0);
    expect(find(`${line("result")}no json\n{"type":"assis`)).toBe(0);
  });

  it("reads lines that are longer than its chunks, wherever they begin", () => {
    for (const size of [65_000, 65_536, 66_000, 200_000, 1_000_000]) {
      const before = line("assistant", { text: "a".repeat(size) });
      const result = line("result", { result: "b".repeat(size) });
      expect(find(before + result)).toBe(before.length);
      const notice = line("system", { text: "c".repeat(size) });
      expect(find(before + result + notice + notice)).toBe(before.length);
      expect(find(result + before + notice)).toBeNull();
    }
  });
});
