import { afterAll, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { WINDOW_SIZE } from "./board-window.ts";
import { readReviewQueue } from "./review-queue.ts";

let test: TestDatabase;
const now = new Date("2026-06-30T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("comes whole from all review columns, what has waited longest first, whatever a board has loaded", async () => {
  const { project, columns } = await createProjectFixture(test.database, {
    now,
    tickets: [
      { title: "elsewhere", status: "Todo" },
      { title: "deleted", status: "Review" },
    ],
  });
  const { prisma } = test.database;
  await prisma.ticket.updateMany({
    where: { projectId: project.id, number: 2 },
    data: { deletedAt: now },
  });
  const blocked = columns["Blocked"]?.id ?? 0;
  await prisma.boardColumn.update({ where: { id: blocked }, data: { role: "review" } });
  const count = 2 * WINDOW_SIZE + 20;
  // The higher its number the longer a ticket waits; two share one moment.
  await prisma.$executeRaw`
    INSERT INTO "Ticket" ("projectId", "number", "title", "createdBy", "columnId", "orderKey", "priority", "createdAt",
                          "updatedAt", "enteredColumnAt", "lastActivityAt")
    SELECT ${project.id}::int, n, 'Ticket ' || n, 'owner',
           CASE WHEN n % 2 = 0 THEN ${columns["Review"]?.id ?? 0}::int ELSE ${blocked}::int END, 'b' || n, 0,
           ${now}::timestamptz, ${now}::timestamptz,
           ${now}::timestamptz - (n - n % 2) * interval '1 minute', ${now}::timestamptz
    FROM generate_series(101, ${100 + count}::int) n`;

  const read = (offset: number) =>
    readReviewQueue(test.database, project, { offset, limit: 50 }, now, null);
  const pages = [await read(0), await read(50), await read(100)];
  expect(pages.map(({ total, offset, items }) => [total, offset, items.length])).toEqual([
    [count, 0, 50],
    [count, 50, 50],
    [count, 100, 20],
  ]);
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const waited = (id: number) => id - (id % 2);
  const expected = Array.from({ length: count }, (_, index) => 101 + index).toSorted(
    (a, b) => waited(b) - waited(a) || a - b,
  );
  expect(ids).toEqual(expected);
  expect(await read(count)).toMatchObject({ total: count, items: [] });
});

it("is empty without a review column", async () => {
  const { project, columns } = await createProjectFixture(test.database, { now, tickets: [] });
  const id = columns["Review"]?.id ?? 0;
  await test.database.prisma.boardColumn.update({ where: { id }, data: { role: "normal" } });
  const page = { offset: 0, limit: 50 };
  expect(await readReviewQueue(test.database, project, page, now, null)).toMatchObject({
    total: 0,
    items: [],
  });
});
