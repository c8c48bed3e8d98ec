import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { createBudgetWatch } from "./watch-budget.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
afterEach(() => test.database.prisma.project.deleteMany());

const open = () =>
  test.database.prisma.inboxItem.findMany({ where: { closedAt: null }, select: { kind: true } });
/** Its calendar day is the one before or after that of UTC, at any time of the day. */
const otherDay = () => (new Date().getUTCHours() < 12 ? "Etc/GMT+12" : "Etc/GMT-14");

it("tells of a booking, and lets everything that waits be looked at when the day changes", async () => {
  const { project } = await createProjectFixture(test.database, { timeZone: "UTC" });
  const liveText = JSON.stringify({ automations: [], dailyBudgetUsd: 1 });
  await test.database.prisma.automationFile.create({
    data: { projectId: project.id, path: "automations.json", liveText, liveHash: "a" },
  });
  const newDays: number[] = [];
  const watch = createBudgetWatch(test.database, (projectId) => newDays.push(projectId));
  await watch.look();
  expect(await open()).toEqual([]);

  await test.database.prisma.ledgerEntry.create({
    data: {
      projectId: project.id,
      agent: "programmer",
      day: new Date(),
      kind: "result",
      amountUsd: 1,
      sourceKey: "a",
    },
  });
  await watch.look();
  expect(await open()).toEqual([{ kind: "budget_100" }]);
  expect(newDays).toEqual([]);

  // Another zone is another day now; the file that says so is another configuration.
  const timeZone = otherDay();
  await test.database.prisma.automationFile.update({
    where: { projectId: project.id },
    data: {
      liveText: JSON.stringify({ automations: [], dailyBudgetUsd: 1, timeZone }),
      liveHash: "b",
    },
  });
  await test.database.prisma.ledgerEntry.updateMany({
    data: { at: new Date(Date.now() - 40 * 3_600_000) },
  });
  await watch.look();
  expect(newDays).toEqual([project.id]);
  expect(await open()).toEqual([]);
  await watch.look();
  expect(newDays).toHaveLength(1);
});

it("tells nothing twice after a restart", async () => {
  const { project } = await createProjectFixture(test.database);
  const data = { projectId: project.id, path: "automations.json", liveHash: "c" };
  await test.database.prisma.automationFile.create({
    data: { ...data, liveText: JSON.stringify({ automations: [], dailyBudgetUsd: 0 }) },
  });
  for (let start = 1; start <= 3; start += 1) {
    await createBudgetWatch(test.database, () => undefined).look();
  }
  expect(await test.database.prisma.inboxItem.count()).toBe(1);
});
