import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createProjectFixture } from "../../testing/builders.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { readSpending } from "./read-spending.ts";

let test: TestDatabase;
let projectId: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
afterEach(() => test.database.prisma.project.deleteMany());

async function makeProject(timeZone: string): Promise<void> {
  const { project } = await createProjectFixture(test.database, { timeZone });
  projectId = project.id;
}

let entries = 0;
/** Books as a worker does: the day is the one in the zone of that moment. */
async function book(at: Date, amountUsd: number, zone: string): Promise<void> {
  entries += 1;
  await test.database.prisma.$executeRaw`
    INSERT INTO "LedgerEntry" ("projectId", "agent", "day", "kind", "amountUsd", "sourceKey", "at")
    VALUES (${projectId}, 'programmer', (${at}::timestamptz AT TIME ZONE ${zone})::date, 'result', ${amountUsd}, ${`entry-${entries}`}, ${at})`;
}

const spent = async (now: Date, timeZone: string | null = null) => {
  const { day, spentUsd } = await readSpending(test.database.prisma, projectId, [], now, timeZone);
  return { day, usd: Number(spentUsd) };
};

describe.each([
  ["a day of 23 hours", "America/New_York", "2026-03-08", "2026-03-08T05:00Z", 23],
  ["a day of 25 hours", "America/New_York", "2026-11-01", "2026-11-01T04:00Z", 25],
  ["a day of 24.5 hours", "Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00Z", 24.5],
  ["a day of 23.5 hours", "Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30Z", 23.5],
  ["an ordinary day", "Asia/Kathmandu", "2026-06-01", "2026-05-31T18:15Z", 24],
])("%s (%s)", (_name, zone, day, start, hours) => {
  const beginMs = new Date(start).getTime();
  const endMs = beginMs + hours * 3_600_000;

  it("is from its first to its last millisecond", async () => {
    await makeProject(zone);
    await book(new Date(beginMs - 1), 1, zone);
    await book(new Date(beginMs), 10, zone);
    await book(new Date(endMs - 1), 100, zone);
    await book(new Date(endMs), 1_000, zone);
    for (const now of [beginMs, beginMs + 7_200_000, endMs - 1]) {
      expect(await spent(new Date(now))).toEqual({ day, usd: 110 });
    }
    expect((await spent(new Date(beginMs - 1))).usd).toBe(1);
    expect((await spent(new Date(endMs))).usd).toBe(1_000);
  });

  it("holds as many half hours as it is long", async () => {
    await makeProject(zone);
    for (let ms = beginMs - 7_200_000; ms < endMs + 7_200_000; ms += 1_800_000) {
      await book(new Date(ms), 1, zone);
    }
    expect((await spent(new Date(beginMs + 3_600_000))).usd).toBe(hours * 2);
  });
});

it("counts what was spent since midnight of the zone as it is now, when that changes in a day", async () => {
  await makeProject("UTC");
  await book(new Date("2026-05-01T06:00Z"), 1, "UTC");
  await book(new Date("2026-05-01T16:00Z"), 2, "UTC");
  const now = new Date("2026-05-01T20:00Z");
  expect(await spent(now)).toEqual({ day: "2026-05-01", usd: 3 });
  // Tokyo's next day has begun at 15:00 UTC, Los Angeles' at 07:00.
  expect(await spent(now, "Asia/Tokyo")).toEqual({ day: "2026-05-02", usd: 2 });
  expect(await spent(now, "America/Los_Angeles")).toEqual({ day: "2026-05-01", usd: 2 });
  await test.database.prisma.project.update({
    where: { id: projectId },
    data: { timeZone: "Asia/Tokyo" },
  });
  expect(await spent(now)).toEqual({ day: "2026-05-02", usd: 2 });
});

it("never lets money out of sight by a change of the zone", async () => {
  await makeProject("UTC");
  const now = new Date("2026-05-01T00:30Z");
  await book(new Date("2026-05-01T00:10Z"), 5, "UTC");
  await book(new Date("2026-04-30T12:00Z"), 7, "UTC");
  expect((await spent(now)).usd).toBe(5);
  expect(await spent(now, "America/New_York")).toEqual({ day: "2026-04-30", usd: 12 });
});

it("counts the open rest of reservations on whatever day is asked", async () => {
  await makeProject("UTC");
  const run = { agent: "programmer", cause: "manual", causeText: {}, prompt: "", maxTurns: 1 };
  await test.database.prisma.run.create({
    data: {
      ...run,
      id: "a".repeat(32),
      projectId,
      permissionLevel: "edit",
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
      reservation: { create: { projectId, amountUsd: 1.5, usedUsd: 0.25 } },
    },
  });
  for (const now of ["2026-05-01T12:00Z", "2027-01-01T00:00Z"]) {
    const { reservedUsd } = await readSpending(test.database.prisma, projectId, [], new Date(now));
    expect(Number(reservedUsd)).toBe(1.25);
  }
});
