import { afterAll, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../../testing/builders.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { pruneGates, recordGates } from "./record-gates.ts";
import type { SeenPair } from "./record-gates.ts";

let test: TestDatabase;
let projectId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  projectId = (await createProjectFixture(test.database, {})).project.id;
});
afterAll(() => test.close());

const start = Date.parse("2026-03-01T12:00:00Z");
const at = (seconds: number) => new Date(start + seconds * 1_000);

const pair = (ticketId: number, codes: string[], more: Partial<SeenPair> = {}): SeenPair => ({
  automationId: "code",
  ticketId,
  since: at(0),
  times: 1,
  refusals: codes.map((code) => ({ code, expected: { free: "workspace" }, actual: null })),
  ...more,
});
const rowsOf = (ticketId: number) =>
  test.database.prisma.gateResult.findMany({
    where: { projectId, ticketId },
    orderBy: [{ firstSeenAt: "asc" }, { code: "asc" }],
    select: { code: true, isPassing: true, firstSeenAt: true, lastSeenAt: true, count: true },
  });

it("keeps when a refusal began and was last seen, and adds a row only for a change", async () => {
  const see = (seconds: number, codes: string[], times = 1) =>
    recordGates(test.database.prisma, projectId, [pair(1, codes, { times })], at(seconds));
  expect(await see(10, ["GROUP_BUSY"])).toEqual([{ automationId: "code", ticketId: 1 }]);
  expect(await see(70, ["GROUP_BUSY"], 60)).toEqual([]);
  expect(await see(80, ["BUDGET_REACHED"])).toHaveLength(1);
  expect(await see(90, [])).toHaveLength(1);
  expect(await see(100, [])).toEqual([]);
  expect(await rowsOf(1)).toEqual([
    { code: "GROUP_BUSY", isPassing: false, firstSeenAt: at(10), lastSeenAt: at(70), count: 61 },
    { code: "BUDGET_REACHED", isPassing: false, firstSeenAt: at(80), lastSeenAt: at(80), count: 1 },
    { code: "GROUP_BUSY", isPassing: true, firstSeenAt: at(80), lastSeenAt: at(80), count: 1 },
    { code: "BUDGET_REACHED", isPassing: true, firstSeenAt: at(90), lastSeenAt: at(90), count: 1 },
  ]);
});

it("does not lengthen a refusal of an earlier stay in the column", async () => {
  const see = (seconds: number, since: number) =>
    recordGates(
      test.database.prisma,
      projectId,
      [pair(2, ["BLOCKED"], { since: at(since) })],
      at(seconds),
    );
  await see(10, 0);
  await see(50, 40);
  expect((await rowsOf(2)).map(({ firstSeenAt }) => firstSeenAt)).toEqual([at(10), at(50)]);
});

it("writes two hundred pairs at once and leaves those of other automations alone", async () => {
  const many = Array.from({ length: 200 }, (_, index) => pair(1_000 + index, ["GROUP_BUSY"]));
  expect(await recordGates(test.database.prisma, projectId, many, at(10))).toHaveLength(200);
  const other = pair(1_000, [], { automationId: "docs" });
  expect(await recordGates(test.database.prisma, projectId, [other], at(20))).toEqual([]);
  expect(await recordGates(test.database.prisma, projectId, [], at(20))).toEqual([]);
});

it("prunes each pair by itself", async () => {
  for (let index = 0; index < 6; index += 1) {
    const codes = index % 2 === 0 ? ["SLOTS_FULL"] : [];
    await recordGates(test.database.prisma, projectId, [pair(5, codes)], at(index));
  }
  const pairs = [{ automationId: "code", ticketId: 5 }];
  await pruneGates(test.database.prisma, projectId, pairs, 2);
  expect(await rowsOf(5)).toMatchObject([{ firstSeenAt: at(4) }, { firstSeenAt: at(5) }]);
  expect(await rowsOf(1_000)).toHaveLength(1);
});
