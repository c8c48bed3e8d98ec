import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AlreadyRunning, findHolder, takeInstanceLock } from "./instance-lock.ts";

const now = new Date("2026-03-01T09:00:00Z");
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "signalbox-lock-"));
  file = path.join(folder, "box.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("refuses a second holder and names the first", async () => {
  const lock = await takeInstanceLock(file, now);
  await lock.setAddress("http://127.0.0.1:4400");

  await expect(takeInstanceLock(file, now)).rejects.toThrow(
    new RegExp(
      `already running at http://127.0.0.1:4400 \\(process ${process.pid}, since 2026-03-01T09:00:00.000Z\\)`,
    ),
  );
  expect(await findHolder(file)).toMatchObject({ pid: process.pid });
});

it("lets exactly one of many starters in", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => takeInstanceLock(file, now)),
  );

  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(refusals).toHaveLength(19);
  expect(refusals.every((reason) => reason instanceof AlreadyRunning)).toBe(true);
  expect(readdirSync(folder)).toEqual(["box.lock"]);
});

it("takes over from a process that is gone, although its number is in use again", async () => {
  const reused = { pid: process.pid, processStart: "1", startedAt: "then", address: null };
  writeFileSync(file, JSON.stringify(reused));

  const lock = await takeInstanceLock(file, now);

  expect(lock.wasTakenOver).toBe(true);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ startedAt: now.toISOString() });
});

it("takes over from a file that is not readable as a lock", async () => {
  writeFileSync(file, "");

  expect((await takeInstanceLock(file, now)).wasTakenOver).toBe(true);
});

it("is free again after release", async () => {
  const lock = await takeInstanceLock(file, now);
  await lock.release();

  expect(await findHolder(file)).toBeNull();
  expect((await takeInstanceLock(file, now)).wasTakenOver).toBe(false);
});
