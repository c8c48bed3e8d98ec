import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { runRow } from "../testing/run-row.ts";
import { pruneRuns } from "./prune-runs.ts";

const DAY_MS = 24 * 3_600_000;
const now = new Date("2026-06-01T12:00:00Z");

let test: TestDatabase;
let fixture: ProjectFixture;
let dataDir: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "signalbox-prune-"));
  await test.database.prisma.project.deleteMany({});
  fixture = await createProjectFixture(test.database, {});
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const prune = (at: Date) =>
  pruneRuns({ database: test.database, dataDir, log: createLogger("worker", "silent") }, at);
const folders = () => readdirSync(path.join(dataDir, "runs")).sort();
const eventsOf = (runId: string) => test.database.prisma.runEvent.count({ where: { runId } });

/** A run that ended so many days ago, or goes on, with a folder and so many events. */
async function addRun(id: string, endedDaysAgo: number | null, events = 3): Promise<string> {
  const { prisma } = test.database;
  const endedAt = endedDaysAgo === null ? null : new Date(now.getTime() - endedDaysAgo * DAY_MS);
  await prisma.run.create({
    data: {
      ...runRow(fixture.project.id, id),
      state: endedAt === null ? "running" : "ended",
      createdAt: new Date(now.getTime() - 400 * DAY_MS),
      endedAt,
      outcome: endedAt === null ? null : "completed",
      resultText: "All done",
      costUsd: 1.5,
      nextSeq: events + 1,
    },
  });
  await prisma.runEvent.createMany({
    data: Array.from({ length: events }, (_, index) => ({
      runId: id,
      seq: index + 1,
      at: endedAt ?? now,
      kind: "assistant_text",
      payload: { text: "x" },
      processNumber: 1,
      offset: 0,
    })),
  });
  for (const folder of ["1", "files"]) {
    mkdirSync(path.join(dataDir, "runs", id, folder), { recursive: true });
    writeFileSync(path.join(dataDir, "runs", id, folder, "content"), "x");
  }
  return id;
}

it("deletes events and files after the project's days, and keeps the run with its cost", async () => {
  const old = await addRun("a".repeat(32), 91, 4_500);
  const young = await addRun("b".repeat(32), 89);
  const active = await addRun("c".repeat(32), null);
  await prune(now);
  expect([await eventsOf(old), await eventsOf(young), await eventsOf(active)]).toEqual([0, 3, 3]);
  expect(folders()).toEqual([young, active]);
  const run = await test.database.prisma.run.findUniqueOrThrow({ where: { id: old } });
  expect(run).toMatchObject({ resultText: "All done", outcome: "completed", prunedAt: now });
  expect(Number(run.costUsd)).toBe(1.5);

  await prune(new Date(now.getTime() + 2 * DAY_MS));
  expect(await eventsOf(young)).toBe(0);
  expect(folders()).toEqual([active]);
  expect(await test.database.prisma.run.findUniqueOrThrow({ where: { id: old } })).toMatchObject({
    prunedAt: now,
  });
});

it("goes by each project's own number of days", async () => {
  await test.database.prisma.project.update({
    where: { id: fixture.project.id },
    data: { retentionDays: 7 },
  });
  const old = await addRun("a".repeat(32), 8);
  const young = await addRun("b".repeat(32), 6);
  await prune(now);
  expect([await eventsOf(old), await eventsOf(young)]).toEqual([0, 3]);
});

it("goes through more runs than one look finds, and two workers at once do no harm", async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(32, "0"));
  for (const id of ids) await addRun(id, 100, 1);
  await Promise.all([prune(now), prune(now)]);
  expect(await test.database.prisma.runEvent.count()).toBe(0);
  expect(await test.database.prisma.run.count({ where: { prunedAt: now } })).toBe(ids.length);
  expect(folders()).toEqual([]);
});

it("deletes folders of runs that are no longer known, and nothing else", async () => {
  const known = await addRun("a".repeat(32), 1);
  for (const name of ["f".repeat(32), "notes"]) mkdirSync(path.join(dataDir, "runs", name));
  await prune(now);
  expect(folders()).toEqual([known, "notes"]);
});
