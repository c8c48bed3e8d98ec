import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteTicket } from "../commands/delete-ticket.ts";
import { parseListSort } from "../contracts/board-view.ts";
import { listPageSchema, parseBranches, treePageSchema } from "../contracts/ticket-rows.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { runRow } from "../testing/run-row.ts";
import { readListPage } from "./list-page.ts";
import { newsReaderOf } from "./news.ts";
import { readTreePage } from "./tree-page.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
const now = new Date("2026-06-30T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const page = { offset: 0, limit: 100 };

describe("the list of a project", () => {
  beforeEach(async () => {
    fixture = await createProjectFixture(test.database, {
      agents: ["programmer", "qa"],
      labels: ["Cart", "tax"],
      now,
      tickets: [
        { title: "banana", labels: ["tax"], priority: "Critical", status: "Todo" },
        { title: "Apple", assignedTo: "qa", labels: ["Cart", "tax"] },
        { title: "cherry", assignedTo: "programmer", status: "Review" },
        { title: "Damson", labels: ["Cart"], priority: "Idea" },
      ],
    });
  });
  const read = async (sort: string, asked: { q?: string; offset?: number; limit?: number } = {}) =>
    listPageSchema.parse(
      await readListPage(
        test.database,
        fixture.project,
        { q: "", ...page, ...asked, sort: parseListSort(sort) },
        now,
        newsReaderOf(fixture.owner),
      ),
    );
  const order = async (sort: string, q = "") =>
    (await read(sort, { q })).items.map((card) => card.id);

  it.each([
    ["", [4, 3, 2, 1]],
    ["number", [1, 2, 3, 4]],
    ["title", [2, 1, 3, 4]],
    ["-title", [4, 3, 1, 2]],
    ["column", [4, 2, 1, 3]],
    ["-column", [3, 1, 4, 2]],
    ["priority", [4, 3, 2, 1]],
    ["-priority", [1, 3, 2, 4]],
    ["assignee", [3, 2, 4, 1]],
    ["-assignee", [2, 3, 4, 1]],
    ["labels", [4, 2, 1, 3]],
    ["-labels", [1, 2, 4, 3]],
    ["no such order", [4, 3, 2, 1]],
  ])("sorted by %s", async (sort, numbers) => {
    expect(await order(sort)).toEqual(numbers);
  });

  it("sorts by the newest change and by how urgent the state is, what has none last", async () => {
    const touch = (number: number, updatedAt: string) =>
      test.database.prisma.ticket.updateMany({
        where: { projectId: fixture.project.id, number },
        data: { updatedAt: new Date(updatedAt) },
      });
    for (const [index, number] of [3, 1, 4, 2].entries()) {
      await touch(number, `2026-06-${20 + index}T00:00:00Z`);
    }
    expect(await order("updated")).toEqual([3, 1, 4, 2]);
    expect(await order("-updated")).toEqual([2, 4, 1, 3]);
    await insertRun(2, { state: "queued" });
    await insertRun(4, { state: "running" });
    expect((await read("state")).items.map((card) => [card.id, card.state?.word])).toEqual([
      [4, "running"],
      [2, "starting"],
      [3, undefined],
      [1, undefined],
    ]);
    expect(await order("-state")).toEqual([2, 4, 3, 1]);
  });

  it("holds what the search finds, with its true number, page by page", async () => {
    const first = await read("number", { q: "label:tax" });
    expect(first).toMatchObject({ total: 2, offset: 0 });
    expect(first.items.map((card) => card.id)).toEqual([1, 2]);
    const second = await read("number", { offset: 3, limit: 2 });
    expect(second).toMatchObject({ total: 4, offset: 3 });
    expect(second.items.map((card) => card.id)).toEqual([4]);
    expect(await read("number", { offset: 10 })).toMatchObject({ total: 4, items: [] });
    await expect(read("number", { q: "is:nonsense" })).rejects.toMatchObject({ status: 422 });
    await deleteTicket(
      test.database,
      fixture.owner,
      { projectId: fixture.project.id, number: 4 },
      now,
    );
    expect(await order("number")).toEqual([1, 2, 3]);
    expect(await order("number", "is:deleted")).toEqual([4]);
  });

  it("reaches the last of ten thousand tickets", async () => {
    await insertMany(10_000);
    const last = await read("number", { offset: 9_950 });
    expect(last.total).toBe(10_004);
    expect(last.items).toHaveLength(54);
    expect(last.items.at(-1)?.id).toBe(10_004);
  });
});

/** Tickets numbered after the fixture's, each but the first under the first of them. */
async function insertMany(count: number): Promise<void> {
  const { project, columns, tickets } = fixture;
  const first = tickets.length + 1;
  await test.database.prisma.$executeRaw`
    INSERT INTO "Ticket" ("projectId", "number", "title", "createdBy", "columnId", "orderKey", "createdAt",
                          "updatedAt", "enteredColumnAt", "lastActivityAt")
    SELECT ${project.id}::int, n, 'Ticket ' || n, 'owner', ${columns["Backlog"]?.id ?? 0}::int, 'b' || lpad(n::text, 6, '0'),
           ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM generate_series(${first}::int, ${first + count - 1}::int) n`;
  await test.database.prisma.$executeRaw`
    UPDATE "Ticket" SET "parentId" = (SELECT "id" FROM "Ticket" WHERE "projectId" = ${project.id} AND "number" = ${first})
    WHERE "projectId" = ${project.id} AND "number" > ${first}`;
}

const insertRun = (number: number, change: Record<string, unknown>) =>
  test.database.prisma.run.create({
    data: {
      ...runRow(fixture.project.id, String(number).repeat(32)),
      ticketId: fixture.tickets[number - 1]?.id ?? 0,
      createdAt: now,
      ...change,
    },
  });

describe("the tree of a project", () => {
  beforeEach(async () => {
    fixture = await createProjectFixture(test.database, {
      now,
      tickets: [
        { title: "Shop" },
        { title: "Cart", parentId: 1 },
        { title: "Total", parentId: 2 },
        { title: "Rounding of needles", parentId: 3 },
        { title: "Search" },
        { title: "Index needles", parentId: 5, status: "Done" },
        { title: "Ranking", parentId: 5 },
      ],
    });
  });
  const read = async (asked: { q?: string; branches?: string; offset?: number; limit?: number }) =>
    treePageSchema.parse(
      await readTreePage(
        test.database,
        fixture.project,
        { q: "", ...page, ...asked, branches: parseBranches(asked.branches ?? "open") },
        now,
        null,
      ),
    );
  const rows = async (asked: Parameters<typeof read>[0]) =>
    (await read(asked)).items.map((row) =>
      [
        `${"-".repeat(row.level)}${row.card.id}`,
        `${row.position}/${row.size}`,
        row.hasChildren ? (row.isOpen ? "open" : "closed") : "leaf",
        ...(row.isMatch ? [] : ["above"]),
      ].join(" "),
    );

  it("stands in the order of the branches, four levels deep, with true places", async () => {
    expect(await rows({})).toEqual([
      "-1 1/2 open",
      "--2 1/1 open",
      "---3 1/1 open",
      "----4 1/1 leaf",
      "-5 2/2 open",
      "--6 1/2 leaf",
      "--7 2/2 leaf",
    ]);
    expect((await read({})).items[4]?.card.subTickets).toEqual({ done: 1, total: 2 });
  });

  it("counts and sends only open rows, and reads any page", async () => {
    expect(await rows({ branches: "closed" })).toEqual(["-1 1/2 closed", "-5 2/2 closed"]);
    expect(await rows({ branches: "closed~5" })).toEqual([
      "-1 1/2 closed",
      "-5 2/2 open",
      "--6 1/2 leaf",
      "--7 2/2 leaf",
    ]);
    expect(await rows({ branches: "open~2~5" })).toEqual([
      "-1 1/2 open",
      "--2 1/1 closed",
      "-5 2/2 closed",
    ]);
    const second = await read({ offset: 3, limit: 2 });
    expect(second).toMatchObject({ total: 7, found: 7, offset: 3 });
    expect(second.items.map((row) => row.card.id)).toEqual([4, 5]);
    expect(await read({ branches: "closed" })).toMatchObject({ total: 2, found: 7 });
  });

  it("shows what a search finds under the tickets above it, which are told apart", async () => {
    expect(await rows({ q: "needles" })).toEqual([
      "-1 1/2 open above",
      "--2 1/1 open above",
      "---3 1/1 open above",
      "----4 1/1 leaf",
      "-5 2/2 open above",
      "--6 1/1 leaf",
    ]);
    expect(await read({ q: "needles" })).toMatchObject({ total: 6, found: 2 });
    expect(await rows({ q: "#5" })).toEqual(["-5 1/1 leaf"]);
  });

  it("lets what is under a deleted ticket stand by itself", async () => {
    await deleteTicket(
      test.database,
      fixture.owner,
      { projectId: fixture.project.id, number: 5 },
      now,
    );
    expect((await rows({})).slice(4)).toEqual(["-6 2/3 leaf", "-7 3/3 leaf"]);
    expect(await rows({ q: "is:deleted" })).toEqual(["-5 1/1 leaf"]);
  });

  it("reaches the last of ten thousand rows of one branch", async () => {
    await insertMany(10_000);
    const last = await read({ offset: 10_000 });
    expect(last.total).toBe(10_007);
    expect(last.items.at(-1)).toMatchObject({ level: 2, position: 9_999, size: 9_999 });
    expect(last.items.at(-1)?.card.id).toBe(10_007);
  });
});
