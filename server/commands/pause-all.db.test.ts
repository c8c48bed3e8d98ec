import { afterAll, beforeAll, expect, it } from "vitest";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { pauseAll } from "./pause-all.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.prisma.installation.create({ data: { instanceId: "test" } });
});
afterAll(() => test.close());

it("holds every project, leaves each project's own pause as it is, and says so once", async () => {
  const { prisma } = test.database;
  const shop = await createProjectFixture(test.database, { name: "Shop" });
  const site = await createProjectFixture(test.database, { name: "Site", isPaused: true });
  const seen = () => prisma.activity.count({ where: { kind: "project_paused" } });
  const before = await seen();

  const first = await pauseAll(test.database, shop.owner, { paused: true }, new Date());
  const again = await pauseAll(test.database, shop.owner, { paused: true }, new Date());

  expect([first.isPaused, again.isPaused]).toEqual([true, true]);
  expect(await seen()).toBe(before + 2);
  for (const { project } of [shop, site]) {
    const snapshot = await readDispatchSnapshot(prisma, project.id);
    expect(snapshot.project).toMatchObject({
      isEverythingPaused: true,
      isPaused: project.isPaused,
    });
  }

  await pauseAll(test.database, shop.owner, {}, new Date());
  const snapshot = await readDispatchSnapshot(prisma, shop.project.id);
  expect(snapshot.project.isEverythingPaused).toBe(false);
});
