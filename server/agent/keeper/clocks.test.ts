import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClocks } from "./clocks.ts";
import type { KeeperSpec } from "./protocol.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-clocks-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const create = (limits: Partial<KeeperSpec>) => {
  const files = {
    stdout: path.join(dir, "out"),
    stderr: path.join(dir, "err"),
    beat: path.join(dir, "beat"),
  };
  writeFileSync(files.beat, "");
  const spec = {
    wallClockMs: 1e9,
    orphanLimitMs: 1e9,
    spoolLimitBytes: 1e9,
    closeStdinAfterResultMs: 1e9,
    ...limits,
  } as KeeperSpec;
  return { files, clocks: createClocks(spec, files, 0) };
};

describe("clocks", () => {
  it("count the time that passes between two looks, however long the machine slept before", () => {
    const { clocks } = create({ wallClockMs: 1_000 });
    expect(clocks.check(400, true)).toBeNull();
    expect(clocks.check(999, true)).toBeNull();
    expect(clocks.check(1_000, true)).toBe("wall_clock");
  });

  it("stand still while an answer is awaited", () => {
    const { clocks } = create({ wallClockMs: 1_000 });
    clocks.check(600, true);
    clocks.setPaused(true);
    expect(clocks.check(5_000, true)).toBeNull();
    clocks.setPaused(false);
    expect(clocks.check(5_300, true)).toBeNull();
    expect(clocks.check(5_400, true)).toBe("wall_clock");
  });

  it("take any change of the beat file as a sign of life, even one from the past", () => {
    const { clocks, files } = create({ orphanLimitMs: 1_000 });
    expect(clocks.check(999, true)).toBeNull();
    utimesSync(files.beat, new Date(0), new Date(0));
    expect(clocks.check(1_500, true)).toBeNull();
    expect(clocks.check(2_499, true)).toBeNull();
    expect(clocks.check(2_500, true)).toBe("orphan");
  });

  it("add both output files for the size limit", () => {
    const { clocks, files } = create({ spoolLimitBytes: 10 });
    writeFileSync(files.stdout, "x".repeat(6));
    writeFileSync(files.stderr, "x".repeat(4));
    expect(clocks.check(1, true)).toBeNull();
    writeFileSync(files.stderr, "x".repeat(5));
    expect(clocks.check(2, true)).toBe("spool_limit");
  });

  it("close stdin only when alone after a result, and begin anew when a turn or a worker came", () => {
    const { clocks, files } = create({ closeStdinAfterResultMs: 1_000 });
    const result = '{"type":"result"}\n';
    writeFileSync(files.stdout, result);
    expect(clocks.check(5_000, true)).toBeNull();
    expect(clocks.check(6_000, false)).toBeNull();
    expect(clocks.check(6_999, false)).toBeNull();
    writeFileSync(files.stdout, `${result}{"type":"user"}\n`);
    expect(clocks.check(8_000, false)).toBeNull();
    writeFileSync(files.stdout, `${result}{"type":"user"}\n${result}`);
    expect(clocks.check(9_000, false)).toBeNull();
    expect(clocks.check(9_500, true)).toBeNull();
    expect(clocks.check(9_600, false)).toBeNull();
    expect(clocks.check(10_599, false)).toBeNull();
    expect(clocks.check(10_600, false)).toBe("result_idle");
  });
});
