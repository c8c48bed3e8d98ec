import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readInbox } from "../queries/inbox.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { noteBudget } from "./note-budget.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
let booked = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
afterEach(() => test.database.prisma.project.deleteMany());

const noon = new Date("2026-05-01T12:00Z");
const tomorrow = new Date("2026-05-02T00:00Z");

async function begin(capUsd: number | null): Promise<void> {
  fixture = await createProjectFixture(test.database, { timeZone: "UTC" });
  await setCap(capUsd);
}

async function setCap(capUsd: number | null): Promise<void> {
  const liveText = JSON.stringify({ automations: [], dailyBudgetUsd: capUsd });
  const file = { path: ".agents/automations.json", liveText, liveHash: `cap ${capUsd}` };
  await test.database.prisma.automationFile.upsert({
    where: { projectId: fixture.project.id },
    create: { projectId: fixture.project.id, ...file },
    update: file,
  });
}

async function spend(amountUsd: number, at = noon): Promise<void> {
  booked += 1;
  await test.database.prisma.ledgerEntry.create({
    data: {
      projectId: fixture.project.id,
      agent: "programmer",
      day: new Date(at.toISOString().slice(0, 10)),
      kind: "result",
      amountUsd,
      sourceKey: `entry-${booked}`,
      at,
    },
  });
}

const note = (now = noon) => noteBudget(test.database, fixture.project.id, now);
const shown = async () =>
  (await readInbox(test.database, fixture.owner, new Date())).map(({ kind, text }) => [kind, text]);
const near = (spent: string, cap: string) => `${spent} of ${cap} are spent today`;

it("tells at 80 % and at 100 %, once each, and says nothing before", async () => {
  await begin(10);
  await spend(7.99);
  expect((await note()).isChanged).toBe(false);
  expect(await shown()).toEqual([]);

  await spend(0.01);
  expect(await note()).toEqual({ day: "2026-05-01", isChanged: true });
  expect(await shown()).toEqual([["budget_80", near("$8.00", "$10.00")]]);
  await spend(1);
  expect((await note()).isChanged).toBe(false);

  await spend(1);
  await note();
  expect((await shown()).map(([kind]) => kind)).toEqual(["budget_100"]);
  await spend(5);
  expect((await note()).isChanged).toBe(false);
  expect(await test.database.prisma.inboxItem.count()).toBe(2);
});

it("tells once however many workers look at the same time", async () => {
  await begin(10);
  await spend(9);
  await Promise.all(Array.from({ length: 5 }, () => note()));
  expect(await test.database.prisma.inboxItem.count()).toBe(1);
});

it("closes at the change of the day, and begins anew on the next", async () => {
  await begin(10);
  await spend(10);
  await note();
  expect(await note(tomorrow)).toEqual({ day: "2026-05-02", isChanged: true });
  expect(await shown()).toEqual([]);
  await spend(9, tomorrow);
  await note(tomorrow);
  expect((await shown()).map(([kind]) => kind)).toEqual(["budget_80"]);
});

it("closes when the cap is raised or taken away, and tells of the new one", async () => {
  await begin(10);
  await spend(10);
  await note();
  await setCap(20);
  await note();
  expect(await shown()).toEqual([]);
  await spend(6);
  await note();
  expect(await shown()).toEqual([["budget_80", near("$16.00", "$20.00")]]);
  await setCap(null);
  await note();
  expect(await shown()).toEqual([]);
});

it("does not bring back what a person closed", async () => {
  await begin(10);
  await spend(9);
  await note();
  await test.database.prisma.inboxItem.updateMany({
    data: { closedAt: noon, closedBy: fixture.owner.slug },
  });
  await spend(0.5);
  expect((await note()).isChanged).toBe(false);
  expect(await shown()).toEqual([]);
});

it("writes one activity row for each change, as the last of its transaction", async () => {
  await begin(10);
  await spend(9);
  await note();
  const rows = await test.database.prisma.activity.findMany({ where: { kind: "budget_noted" } });
  expect(rows.map((row) => row.data)).toEqual([{ notice: "budget_80", day: "2026-05-01" }]);
});
