import { afterAll, beforeAll, expect, it } from "vitest";
import { parseColumnSorts } from "../contracts/board-view.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { WINDOW_SIZE } from "./board-window.ts";
import { readBoard } from "./board.ts";

let test: TestDatabase;
const now = new Date("2026-06-30T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("orders one column as a person asks, window by window, and leaves the others as they are", async () => {
  const { project, columns } = await createProjectFixture(test.database, {
    now,
    tickets: [
      { title: "a", status: "Todo", priority: "Idea" },
      { title: "b", status: "Todo", priority: "Critical" },
    ],
  });
  const count = WINDOW_SIZE + 20;
  // By hand the first is the lowest number, and the lowest number is the oldest and was changed last.
  await test.database.prisma.$executeRaw`
    INSERT INTO "Ticket" ("projectId", "number", "title", "createdBy", "columnId", "orderKey", "priority", "createdAt",
                          "updatedAt", "enteredColumnAt", "lastActivityAt")
    SELECT ${project.id}::int, n, 'Ticket ' || n, 'owner', ${columns["Backlog"]?.id ?? 0}::int, 'b' || lpad(n::text, 6, '0'), n % 4,
           ${now}::timestamptz + n * interval '1 second', ${now}::timestamptz - n * interval '1 second', ${now}::timestamptz, ${now}::timestamptz
    FROM generate_series(101, ${100 + count}::int) n`;
  const backlog = columns["Backlog"]?.number ?? 0;
  const todo = columns["Todo"]?.number ?? 0;

  const readAll = async (text: string) => {
    const sorts = parseColumnSorts(text);
    const first = await readBoard(test.database, project, { sorts }, now);
    const of = (board: typeof first, name: string) =>
      board.columns.find((column) => column.name === name);
    const column = of(first, "Backlog");
    expect(column).toMatchObject({ count });
    expect(column?.cards).toHaveLength(WINDOW_SIZE);
    const window = { sorts, column: "Backlog", after: column?.next ?? "" };
    const second = of(await readBoard(test.database, project, window, now), "Backlog");
    expect(second?.next).toBeNull();
    const cards = [...(column?.cards ?? []), ...(second?.cards ?? [])];
    return {
      sort: column?.sort,
      ids: cards.map((card) => card.id),
      todo: of(first, "Todo")?.cards.map((card) => card.id),
    };
  };
  const upwards = Array.from({ length: count }, (_, index) => 101 + index);

  expect(await readAll("")).toEqual({ sort: "manual", ids: upwards, todo: [1, 2] });
  const oldest = await readAll(`${backlog}.oldest`);
  expect(oldest).toEqual({ sort: "oldest", ids: upwards, todo: [1, 2] });
  const created = await readAll(`${backlog}.created`);
  expect(created.ids).toEqual(upwards.toReversed());
  expect((await readAll(`${backlog}.updated`)).ids).toEqual(upwards);
  const byPriority = await readAll(`${backlog}.priority~${todo}.priority`);
  expect(byPriority.todo).toEqual([2, 1]);
  expect(byPriority.ids.map((id) => id % 4)).toEqual(
    upwards.map((id) => id % 4).toSorted((a, b) => b - a),
  );
  expect(new Set(byPriority.ids).size).toBe(count);
});
