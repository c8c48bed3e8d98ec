import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { deleteTicket } from "../commands/delete-ticket.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { boardSchema } from "../contracts/ticket.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { runRow } from "../testing/run-row.ts";
import { WINDOW_SIZE } from "./board-window.ts";
import { readBoard, readRevision } from "./board.ts";
import { readDeltas } from "./deltas.ts";
import { listTickets } from "./list-tickets.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
const now = new Date("2026-06-30T10:00:00Z");
const created = new Date("2026-06-20T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

beforeEach(async () => {
  fixture = await createProjectFixture(test.database, {
    agents: ["programmer", "qa"],
    labels: ["Cart", "tax rules"],
    now: created,
    tickets: [
      { title: "Checkout total ignores VAT", labels: ["Cart"], priority: "Critical" },
      { title: "Import", status: "Todo", assignedTo: "qa", description: "100% of the CSV_rows" },
      { title: "Rename", status: "InProgress", assignedTo: "programmer", labels: ["tax rules"] },
      { title: "Old work", status: "Done" },
      { title: "Gone", status: "Todo" },
    ],
  });
});

const read = async (q: string, window: { column?: string; after?: string } = {}) =>
  boardSchema.parse(await readBoard(test.database, fixture.project, { ...window, q }, now));
const found = async (q: string) => {
  const board = await read(q);
  const ids = board.columns.flatMap((column) => column.cards.map((card) => card.id));
  const counts = board.columns.map((column) => column.found ?? 0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
  return ids.toSorted((a, b) => a - b);
};
const ticketId = (number: number) => fixture.tickets[number - 1]?.id ?? 0;

const insertRun = (number: number, change: Record<string, unknown>) =>
  test.database.prisma.run.create({
    data: {
      ...runRow(fixture.project.id, randomUUID().replaceAll("-", "")),
      ticketId: ticketId(number),
      createdAt: created,
      ...change,
    },
  });

describe("search of a board", () => {
  it("looks for text in titles, descriptions, comments and summaries of runs, in any case", async () => {
    const { project, owner } = fixture;
    await addComment(
      test.database,
      owner,
      { projectId: project.id, number: 3, content: "See the vat law" },
      now,
    );
    await insertRun(2, { state: "ended", outcome: "completed", resultText: "All VAT rows fixed." });
    expect(await found("vat")).toEqual([1, 2, 3]);
    expect(await found('"VAT law"')).toEqual([3]);
    expect(await found("vat -import")).toEqual([1, 3]);
    expect(await found("100%")).toEqual([2]);
    expect(await found("csv_rows")).toEqual([2]);
    expect(await found("1_0%")).toEqual([]);
    expect(await found('"\\"')).toEqual([]);
  });

  it.each([
    ["#2", [2]],
    ["@prog", [3]],
    ["-@prog", [1, 2, 4, 5]],
    ["label:cart", [1]],
    ['label:"tax rules"', [3]],
    ["-label:cart -label:taxrules", [2, 4, 5]],
    ["priority:crit", [1]],
    ["by:owner in:todo", [2, 5]],
    ["-by:owner", []],
    ["in:inprogress", [3]],
    [">2026-06-20", [1, 2, 3, 4, 5]],
    [">2026-06-21", []],
    ["<2026-06-21", [1, 2, 3, 4, 5]],
    ["is:unassigned", [1, 4, 5]],
    ["", [1, 2, 3, 4, 5]],
  ])("finds %s", async (q, expected) => {
    const board = await read(q);
    expect(
      board.columns
        .flatMap((column) => column.cards.map((card) => card.id))
        .toSorted((a, b) => a - b),
    ).toEqual(expected);
  });

  it("finds tickets by the state word that their cards show", async () => {
    await insertRun(1, { state: "running", startedAt: created });
    await insertRun(2, { state: "ended", outcome: "failed", endedAt: created, error: "x" });
    const board = await readBoard(test.database, fixture.project, {}, now);
    const words = board.columns.flatMap(({ cards }) =>
      cards.map(({ id, state }) => [id, state?.word]),
    );
    expect(words).toEqual(
      expect.arrayContaining([
        [1, "running"],
        [2, "failed"],
      ]),
    );
    expect(await found("is:running")).toEqual([1]);
    expect(await found("is:failed")).toEqual([2]);
    expect(await found("-is:failed -is:running")).toEqual([3, 4, 5]);
    expect(await found("is:failed is:running")).toEqual([]);
    expect(await found("is:asks")).toEqual([]);
  });

  it("finds deleted tickets only where they are asked for", async () => {
    const { project, owner } = fixture;
    await deleteTicket(test.database, owner, { projectId: project.id, number: 5 }, now);
    expect(await found("gone")).toEqual([]);
    expect(await found("is:deleted")).toEqual([5]);
    expect(await found("-is:deleted in:todo")).toEqual([2]);
    const board = await read("is:deleted");
    const card = board.columns.flatMap((column) => column.cards)[0];
    expect(card?.deletedAt).toBe(now.toISOString());
  });

  it("says which token it does not understand", async () => {
    await expect(read("vat is:nonsense")).rejects.toMatchObject({
      status: 422,
      code: "QUERY_INVALID",
      message: expect.stringMatching(
        /character 5: expected one of is:running.*found "is:nonsense"/,
      ),
    });
  });

  it("pages what it finds without a gap or a double, under true counts", async () => {
    const { project, columns } = fixture;
    const total = WINDOW_SIZE * 2 + 3;
    await test.database.prisma.ticket.createMany({
      data: Array.from({ length: total * 2 }, (_, index) => ({
        projectId: project.id,
        columnId: columns["Backlog"]?.id ?? 0,
        orderKey: `z${String(index).padStart(5, "0")}`,
        number: 100 + index,
        title: index % 2 === 0 ? `needle ${index}` : `hay ${index}`,
        createdBy: "owner",
      })),
    });
    const first = (await read("needle")).columns.find(({ name }) => name === "Backlog");
    expect(first).toMatchObject({ found: total, count: total * 2 + 1 });
    const seen = first?.cards.map(({ id }) => id) ?? [];
    let after = first?.next ?? null;
    while (after !== null) {
      const window: Awaited<ReturnType<typeof read>> = await read("needle", {
        column: "Backlog",
        after,
      });
      seen.push(...(window.columns[0]?.cards.map(({ id }) => id) ?? []));
      after = window.columns[0]?.next ?? null;
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });
});

describe("archive", () => {
  const later = new Date("2026-07-20T10:00:00Z");

  it("keeps tickets out of a done column after 14 days, counts them, and finds them", async () => {
    const { project, owner } = fixture;
    const board = await readBoard(test.database, project, {}, later);
    const done = board.columns.find(({ name }) => name === "Done");
    expect(done).toMatchObject({ count: 1, archived: 1, cards: [], next: null });
    expect(board.columns.find(({ name }) => name === "Todo")).toMatchObject({
      count: 2,
      archived: 0,
    });

    const search = async (q: string) =>
      (await readBoard(test.database, project, { q }, later)).columns.flatMap(({ cards }) =>
        cards.map(({ id }) => id),
      );
    expect(await search("is:archived")).toEqual([4]);
    expect(await search("#4")).toEqual([4]);
    expect(await search("work")).toEqual([]);
    expect(await search("work is:archived")).toEqual([4]);
    const { items } = await listTickets(test.database, project.id, { limit: 100 });
    expect(items.map(({ id }) => id)).toContain(4);

    const before = await readRevision(test.database, project.id);
    await moveTicket(
      test.database,
      owner,
      { projectId: project.id, number: 4, status: "Todo" },
      later,
    );
    const { items: deltas } = await readDeltas(test.database, project.id, before, 100, later);
    const counts = deltas.flatMap(({ changes }) =>
      changes.filter((change) => change.type === "counts"),
    );
    expect(counts).toMatchObject([{ counts: { Done: 0, Todo: 3 }, archived: {} }]);
  });

  it("shows what came in lately beside what is archived", async () => {
    const { project, owner } = fixture;
    await createTicket(
      test.database,
      owner,
      { title: "Fresh", status: "Done", projectId: project.id },
      later,
    );
    const board = await readBoard(test.database, project, {}, later);
    const done = board.columns.find(({ name }) => name === "Done");
    expect(done).toMatchObject({ count: 2, archived: 1 });
    expect(done?.cards.map(({ id }) => id)).toEqual([6]);
  });
});
