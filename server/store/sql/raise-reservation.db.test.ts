import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createProjectFixture } from "../../testing/builders.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { raiseReservation } from "./raise-reservation.ts";
import type { Raise } from "./raise-reservation.ts";
import { moneyReserved } from "./reserve-money.ts";
import type { MoneyWish } from "./reserve-money.ts";

let test: TestDatabase;
let projectId: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  projectId = (await createProjectFixture(test.database)).project.id;
});
afterEach(() => test.database.prisma.project.deleteMany());

const now = new Date("2026-05-01T12:00Z");
const money = { supervisorCapUsd: null, supervisors: ["boss"], now, timeZone: null };

async function addRun(id: string, agent = "programmer"): Promise<string> {
  await test.database.prisma.run.create({
    data: {
      id,
      projectId,
      agent,
      cause: "trigger",
      causeText: {},
      prompt: "",
      maxTurns: 1,
      permissionLevel: "edit",
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
      groupName: id,
    },
  });
  return id;
}

async function spend(agent: string, amountUsd: number): Promise<void> {
  const entry = { projectId, agent, day: new Date("2026-05-01"), kind: "result", at: now };
  const sourceKey = `${agent} ${amountUsd} ${Math.random()}`;
  await test.database.prisma.ledgerEntry.create({ data: { ...entry, amountUsd, sourceKey } });
}

const reserve = (
  runId: string,
  amountUsd: number,
  capUsd: number | null,
  supervisorCapUsd: number | null = null,
) =>
  reserveTogether([{ runId, amountUsd, isSupervisor: supervisorCapUsd !== null }], {
    capUsd,
    supervisorCapUsd: supervisorCapUsd ?? 0,
  }).then((frees) => (frees === "refused" ? frees : { freeUsd: frees[0] ?? null }));

/** What was free before each of them, or "refused" for all. */
async function reserveTogether(
  wishes: MoneyWish[],
  caps: { capUsd: number | null; supervisorCapUsd: number },
): Promise<(number | null)[] | "refused"> {
  const rows = await test.database.prisma.$queryRaw<{ isGranted: boolean; free: string | null }[]>`
    WITH ${moneyReserved({ ...money, ...caps, projectId, wishes })}
    SELECT verdict."isGranted", allowance.free::text AS free FROM allowance, verdict ORDER BY allowance."runId"`;
  if (!rows[0]?.isGranted) return "refused";
  return rows.map(({ free }) => (free === null ? null : Number(free)));
}

const raise = (runId: string, more: Partial<Raise>) =>
  test.database.prisma.$transaction((tx) =>
    raiseReservation(tx, {
      ...money,
      runId,
      projectId,
      stepUsd: 1,
      usedUsd: 0,
      capUsd: 10,
      maxCostUsd: null,
      ...more,
    }),
  );

const held = async (runId: string) =>
  Number(
    (await test.database.prisma.reservation.findUniqueOrThrow({ where: { runId } })).amountUsd,
  );

it("asks for nothing before 80 % are used, then raises by the first size", async () => {
  await reserve(await addRun("a"), 1, 10);
  expect(await raise("a", { usedUsd: 0.79 })).toEqual({ answer: "enough", amountUsd: 1 });
  expect(await raise("a", { usedUsd: 0.8 })).toEqual({ answer: "raised", amountUsd: 2 });
  expect(await raise("a", { usedUsd: 1.59 })).toMatchObject({ answer: "enough" });
  expect(await held("a")).toBe(2);
});

it("raises by as many steps as one large answer took", async () => {
  await reserve(await addRun("a"), 1, 10);
  expect(await raise("a", { usedUsd: 3.3 })).toEqual({ answer: "raised", amountUsd: 5 });
});

it("refuses when the cap leaves no room, and holds what is gone already", async () => {
  await reserve(await addRun("a"), 1, 3);
  await reserve(await addRun("b"), 1.5, 3);
  expect(await raise("a", { usedUsd: 0.9, capUsd: 3 })).toEqual({
    answer: "refused",
    amountUsd: 1,
  });
  expect(await raise("a", { usedUsd: 1.4, capUsd: 3 })).toMatchObject({ answer: "refused" });
  expect(await held("a")).toBe(1.4);
  expect(await reserve(await addRun("c"), 0.11, 3)).toBe("refused");
  expect(await reserve("c", 0.1, 3)).toEqual({ freeUsd: 0.1 });
});

it("counts to the last eighth place of a dollar", async () => {
  await reserve(await addRun("a"), 0.1, 0.3);
  await reserve(await addRun("b"), 0.2, 0.3);
  expect(await reserve(await addRun("c"), 0.000_000_01, 0.3)).toBe("refused");
});

it("takes the last cent for several together, or for none of them", async () => {
  const wishes = await Promise.all(
    ["a", "b", "c"].map(async (id) => ({
      runId: await addRun(id),
      amountUsd: 0.1,
      isSupervisor: false,
    })),
  );
  const caps = { capUsd: 0.299_999_99, supervisorCapUsd: 0 };
  expect(await reserveTogether(wishes, caps)).toBe("refused");
  expect(await test.database.prisma.reservation.count()).toBe(0);
  expect(await reserveTogether(wishes, { ...caps, capUsd: 0.3 })).toEqual([0.3, 0.2, 0.1]);
});

it("lets a supervisor among several go on at the cap", async () => {
  const boss = { runId: await addRun("b", "boss"), amountUsd: 1, isSupervisor: true };
  const other = { runId: await addRun("a"), amountUsd: 10, isSupervisor: false };
  const caps = { capUsd: 10, supervisorCapUsd: 2 };
  expect(await reserveTogether([other, { ...boss, amountUsd: 2.1 }], caps)).toBe("refused");
  expect(await reserveTogether([other, boss], caps)).toEqual([10, 2]);
});

it("gives a run with a limit of its own no more than that", async () => {
  await reserve(await addRun("a"), 2, 10);
  const own = { maxCostUsd: 2, stepUsd: 2 };
  expect(await raise("a", { ...own, usedUsd: 1.99 })).toMatchObject({ answer: "enough" });
  expect(await raise("a", { ...own, usedUsd: 2 })).toMatchObject({ answer: "refused" });
});

it("raises without end where there is no fuse", async () => {
  expect(await reserve(await addRun("a"), 1, null)).toEqual({ freeUsd: null });
  expect(await raise("a", { usedUsd: 900, capUsd: null })).toMatchObject({ answer: "raised" });
});

it("lets supervisors go on at the cap, up to their own, and nobody else", async () => {
  await spend("programmer", 9.5);
  expect(await reserve(await addRun("a"), 1, 10)).toBe("refused");
  expect(await reserve(await addRun("b", "boss"), 1, 10, 2)).toEqual({ freeUsd: 2 });
  expect(await raise("b", { usedUsd: 0.9, supervisorCapUsd: 2 })).toMatchObject({
    answer: "raised",
  });
  expect(await raise("b", { usedUsd: 1.7, supervisorCapUsd: 2 })).toMatchObject({
    answer: "refused",
  });
  expect(await reserve(await addRun("c", "boss"), 0.01, 10, 2)).toBe("refused");
});

it("knows no reservation of a run that has ended", async () => {
  await reserve(await addRun("a"), 1, 10);
  await test.database.prisma.reservation.updateMany({ data: { closedAt: now } });
  expect(await raise("a", { usedUsd: 5 })).toEqual({ answer: "enough", amountUsd: 0 });
});
