import { appendFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "#server/testing/wait-for.ts";
import { openTailer } from "./tailer.ts";
import type { SpoolLine } from "./line-splitter.ts";

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-tail-"));
  file = path.join(dir, "stdout.ndjson");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const collect = () => {
  const lines: SpoolLine[] = [];
  return { lines, onLines: (more: SpoolLine[]) => void lines.push(...more) };
};
const texts = (lines: SpoolLine[]) => lines.map((line) => line.text);

describe("tailer", () => {
  it("waits for the file, follows it, and delivers an unfinished last line at the end", async () => {
    const { lines, onLines } = collect();
    const tailer = openTailer({ path: file, offset: 0, onLines });
    appendFileSync(file, "one\ntw");
    await waitFor(() => lines.length === 1);
    appendFileSync(file, "o\nthree\nfo");
    await waitFor(() => lines.length === 3);
    await tailer.drain();
    expect(texts(lines)).toEqual(["one", "two", "three", "fo"]);
    expect(lines.at(-1)?.endOffset).toBe(16);
  });

  it("goes on at a stored offset without a gap or a repetition", async () => {
    appendFileSync(file, "one\ntwo\nthree\n");
    const { lines, onLines } = collect();
    await openTailer({ path: file, offset: 4, onLines }).drain();
    expect(texts(lines)).toEqual(["two", "three"]);
    expect(lines[0]?.startOffset).toBe(4);
  });

  it("shows a line within 25 ms of its writing", async () => {
    const { lines, onLines } = collect();
    const tailer = openTailer({ path: file, offset: 0, onLines });
    appendFileSync(file, "warm\n");
    await waitFor(() => lines.length === 1);
    const delays: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const wroteAt = performance.now();
      appendFileSync(file, `line ${i}\n`);
      await waitFor(() => lines.length === i + 2, { intervalMs: 1 });
      delays.push(performance.now() - wroteAt);
    }
    await tailer.close();
    delays.sort((a, b) => a - b);
    expect(delays[10]).toBeLessThan(25);
  });

  it("reads no further while its lines are being stored, and loses none", async () => {
    const fd = openSync(file, "a");
    const line = `${"x".repeat(999)}\n`;
    for (let i = 0; i < 20; i += 1) writeSync(fd, line.repeat(1_000));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let received = 0;
    const tailer = openTailer({
      path: file,
      offset: 0,
      async onLines(lines) {
        received += lines.length;
        await gate;
      },
    });
    await waitFor(() => received > 0);
    const before = received;
    expect(before).toBeLessThan(1_000);
    const drained = tailer.drain();
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toBe(before);
    release();
    await drained;
    expect(received).toBe(20_000);
  });

  it("stays small while it reads hundreds of megabytes", async () => {
    const fd = openSync(file, "a");
    const block = `${"y".repeat(60_000)}\n`.repeat(64);
    for (let i = 0; i < 50; i += 1) writeSync(fd, block);
    let received = 0;
    let peakBytes = 0;
    const startBytes = process.memoryUsage().rss;
    await openTailer({
      path: file,
      offset: 0,
      onLines(lines) {
        received += lines.length;
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss - startBytes);
      },
    }).drain();
    expect(received).toBe(3_200);
    expect(peakBytes).toBeLessThan(120 * 1024 * 1024);
  });

  it("ends with the error of whoever stores the lines", async () => {
    appendFileSync(file, "one\n");
    const tailer = openTailer({
      path: file,
      offset: 0,
      onLines: () => Promise.reject(new Error("database gone")),
    });
    await expect(tailer.closed).rejects.toThrow("database gone");
    await expect(tailer.drain()).rejects.toThrow("database gone");
  });

  it("delivers nothing more after close", async () => {
    const { lines, onLines } = collect();
    const tailer = openTailer({ path: file, offset: 0, onLines });
    appendFileSync(file, "one\n");
    await waitFor(() => lines.length === 1);
    await tailer.close();
    appendFileSync(file, "two\n");
    await tailer.closed;
    expect(texts(lines)).toEqual(["one"]);
  });
});
