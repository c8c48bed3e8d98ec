import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLogFile } from "./log-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "signalbox-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps the newest lines in a fixed number of closed files", () => {
  const file = path.join(folder, "web.log");
  const log = openLogFile(file, { maxBytes: 100, keep: 3 });

  const lines = Array.from(
    { length: 40 },
    (_, index) => `line ${String(index).padStart(2, "0")}\n`,
  );
  for (const line of lines) log.write(line);
  log.close();

  expect(readdirSync(folder).sort()).toEqual(["web.log", "web.log.1", "web.log.2"]);
  const kept = ["web.log.2", "web.log.1", "web.log"].map((name) =>
    readFileSync(path.join(folder, name), "utf8"),
  );
  // Twelve lines of eight bytes fit into each file: 4 in the newest, 12 in each older one.
  expect(kept.join("")).toBe(lines.slice(-28).join(""));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("goes on where an earlier process stopped", () => {
  const file = path.join(folder, "web.log");
  const first = openLogFile(file, { maxBytes: 20, keep: 2 });
  first.write("0123456789");
  first.close();

  const second = openLogFile(file, { maxBytes: 20, keep: 2 });
  second.write("0123456789x");
  second.close();

  expect(readFileSync(`${file}.1`, "utf8")).toBe("0123456789");
  expect(readFileSync(file, "utf8")).toBe("0123456789x");
});
