import { generateNKeysBetween } from "fractional-indexing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { patchColumn, reorderColumn } from "../commands/columns.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { deleteColumn } from "../commands/delete-column.ts";
import { deleteTicket } from "../commands/delete-ticket.ts";
import { createLabel } from "../commands/labels.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { patchTicket } from "../commands/patch-ticket.ts";
import { boardDeltaSchema } from "../contracts/live.ts";
import type { BoardDelta } from "../contracts/live.ts";
import { boardSchema } from "../contracts/ticket.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { WINDOW_SIZE } from "./board-window.ts";
import { readBoard, readRevision } from "./board.ts";
import { readDeltas } from "./deltas.ts";

let test: TestDatabase;
const now = new Date("2026-06-01T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** Many tickets at once; the commands would take one transaction each. */
async function insertTickets(projectId: number, columnId: number, count: number): Promise<void> {
  const keys = generateNKeysBetween(null, null, count);
  await test.database.prisma.ticket.createMany({
    data: keys.map((orderKey, index) => ({
      projectId,
      columnId,
      orderKey,
      number: index + 1,
      title: `t${index}`,
      priority: index % 3,
      createdBy: "owner",
    })),
  });
}

describe("readBoard", () => {
  it("shows cards without bodies, with labels, sub-tickets, comments and members", async () => {
    const { project, owner } = await createProjectFixture(test.database, {
      agents: [{ slug: "programmer", type: "coder" }],
      labels: ["bug"],
      tickets: [
        {
          title: "one",
          status: "Todo",
          assignedTo: "programmer",
          labels: ["bug"],
          description: "secret body",
          priority: "Critical",
        },
        { parentId: 1, status: "Done" },
        { parentId: 1, status: "Backlog" },
      ],
    });
    await addComment(test.database, owner, { projectId: project.id, number: 1, content: "x" }, now);

    const board = boardSchema.parse(await readBoard(test.database, project, {}, now));
    const todo = board.columns.find((column) => column.name === "Todo");
    expect(todo).toMatchObject({ count: 1, next: null });
    expect(todo?.cards).toMatchObject([
      {
        id: 1,
        title: "one",
        status: "Todo",
        priority: "Critical",
        assignedTo: "programmer",
        assigneeKind: "agent",
        assigneeType: "coder",
        labels: [{ name: "bug" }],
        subTickets: { done: 1, total: 2 },
        commentCount: 1,
        costUsd: 0,
        parentId: null,
        state: null,
      },
    ]);
    expect(JSON.stringify(board)).not.toContain("secret body");
    expect(board.members.map((member) => member.slug)).toEqual(["owner", "programmer"]);
    expect(board.revision).toBe(await readRevision(test.database, project.id));
  });

  it.each(["manual", "priority", "updated", "created", "cost"] as const)(
    "pages a column sorted by %s without a gap or a double, with the true count",
    async (sort) => {
      const total = WINDOW_SIZE * 2 + 7;
      const { project, owner, columns } = await createProjectFixture(test.database);
      await insertTickets(project.id, columns["Backlog"]?.id ?? 0, total);
      const column = columns["Backlog"]?.number ?? 0;
      await patchColumn(test.database, owner, { projectId: project.id, column, sort });

      const first = (await readBoard(test.database, project, {}, now)).columns[0];
      expect(first).toMatchObject({ count: total });
      expect(first?.cards).toHaveLength(WINDOW_SIZE);
      const seen = first?.cards.map((card) => card.id) ?? [];
      let after = first?.next ?? null;
      while (after !== null) {
        const window: Awaited<ReturnType<typeof readBoard>> = await readBoard(
          test.database,
          project,
          { column: "Backlog", after },
          now,
        );
        expect(window.columns).toHaveLength(1);
        seen.push(...(window.columns[0]?.cards.map((card) => card.id) ?? []));
        after = window.columns[0]?.next ?? null;
      }
      expect(seen).toHaveLength(total);
      expect(new Set(seen).size).toBe(total);
      if (sort === "manual") expect(seen).toEqual([...seen].sort((a, b) => a - b));
    },
  );

  it("reads a window with the same number of statements, however many cards it holds", async () => {
    const count = async (size: number) => {
      const { project, columns } = await createProjectFixture(test.database);
      await insertTickets(project.id, columns["Todo"]?.id ?? 0, size);
      let statements = 0;
      const { prisma } = test.database;
      const counting = {
        ...test.database,
        prisma: prisma.$extends({
          query: {
            $allOperations: ({ args, query }) => {
              statements += 1;
              return query(args);
            },
          },
        }) as unknown as typeof prisma,
      };
      await readBoard(counting, project, {}, now);
      return statements;
    };
    const [few, many] = [await count(2), await count(40)];
    expect(few).toBeGreaterThan(5);
    expect(many).toBe(few);
  });
});

describe("readDeltas", () => {
  const changesOf = (deltas: BoardDelta[]) =>
    deltas.map((delta) => boardDeltaSchema.parse(delta).changes.map((change) => change.type));

  it("answers one delta per revision, each card and count once, in the last that touched it", async () => {
    const { project, owner } = await createProjectFixture(test.database, {
      tickets: [{ title: "one" }],
    });
    const base = { projectId: project.id, number: 1 };
    const start = await readRevision(test.database, project.id);
    await moveTicket(test.database, owner, { ...base, status: "Todo" }, now);
    await patchTicket(test.database, owner, { ...base, title: "two" }, now);
    await addComment(test.database, owner, { ...base, content: "x" }, now);
    await createTicket(
      test.database,
      owner,
      { projectId: project.id, title: "child", parentId: 1, status: "Todo" },
      now,
    );
    await createLabel(test.database, owner, { projectId: project.id, name: "bug" });

    const { items, revision, resync } = await readDeltas(
      test.database,
      project.id,
      start,
      100,
      now,
    );
    expect(resync).toBe(false);
    expect(items.map((delta) => delta.revision)).toEqual(
      [1, 2, 3, 4, 5].map((step) => start + step),
    );
    expect(revision).toBe(start + 5);
    expect(changesOf(items)).toEqual([[], [], ["comment"], ["card", "card", "counts"], ["labels"]]);
    expect(items[3]?.changes).toMatchObject([
      { card: { id: 2, title: "child", parentId: 1 } },
      {
        card: {
          id: 1,
          title: "two",
          status: "Todo",
          commentCount: 1,
          subTickets: { done: 0, total: 1 },
        },
      },
      { counts: { Backlog: 0, Todo: 2 } },
    ]);
    expect(await readDeltas(test.database, project.id, revision, 100, now)).toEqual({
      items: [],
      revision,
      resync: false,
    });
  });

  it("says which card went, and shows its sub-tickets without a parent", async () => {
    const { project, owner } = await createProjectFixture(test.database, {
      tickets: [{}, { parentId: 1 }],
    });
    const start = await readRevision(test.database, project.id);
    await deleteTicket(test.database, owner, { projectId: project.id, number: 1 }, now);
    const { items } = await readDeltas(test.database, project.id, start, 100, now);
    expect(items[0]?.changes).toMatchObject([
      { type: "card_removed", ticket: 1 },
      { type: "card", card: { id: 2, parentId: null } },
      { type: "counts", counts: { Backlog: 1 } },
    ]);
  });

  it("asks for a new board when too much is missing, when columns changed as a whole, and for a foreign revision", async () => {
    const { project, owner, columns } = await createProjectFixture(test.database, {
      tickets: [{}, {}],
    });
    const start = await readRevision(test.database, project.id);
    await reorderColumn(test.database, owner, {
      projectId: project.id,
      column: columns["Done"]?.number ?? 0,
      index: 0,
    });
    const reordered = await readDeltas(test.database, project.id, start, 100, now);
    expect(changesOf(reordered.items)).toEqual([["columns", "counts"]]);
    expect((await readDeltas(test.database, project.id, 0, 2, now)).resync).toBe(true);
    expect((await readDeltas(test.database, project.id, 999, 100, now)).resync).toBe(true);

    await deleteColumn(
      test.database,
      owner,
      {
        projectId: project.id,
        column: columns["Backlog"]?.number ?? 0,
        moveTicketsTo: "Todo",
        force: false,
      },
      now,
    );
    expect((await readDeltas(test.database, project.id, start, 100, now)).resync).toBe(true);
    const board = await readBoard(test.database, project, {}, now);
    expect(board.columns.map(({ name, count }) => [name, count])).toEqual([
      ["Done", 0],
      ["Todo", 2],
      ["InProgress", 0],
      ["Blocked", 0],
      ["Review", 0],
    ]);
  });

  it("brings every client of concurrent writers to the same board", async () => {
    const { project, owner } = await createProjectFixture(test.database, {
      tickets: Array.from({ length: 8 }, () => ({})),
    });
    const board = await readBoard(test.database, project, {}, now);
    const names = board.columns.map((column) => column.name);
    const seen = new Map<number, string>(
      board.columns.flatMap((column) =>
        column.cards.map((card): [number, string] => [card.id, `${card.status} ${card.orderKey}`]),
      ),
    );
    let revision = board.revision;
    let isWriting = true;
    const follow = async () => {
      for (let isDone = false; !isDone;) {
        isDone = !isWriting;
        const answer = await readDeltas(test.database, project.id, revision, 500, now);
        expect(answer.items.map((delta) => delta.revision)).toEqual(
          answer.items.map((_, index) => revision + index + 1),
        );
        for (const change of answer.items.flatMap((delta) => delta.changes)) {
          if (change.type === "card")
            seen.set(change.card.id, `${change.card.status} ${change.card.orderKey}`);
        }
        revision = answer.revision;
      }
    };
    const write = async (client: number) => {
      for (let step = 0; step < 20; step += 1) {
        const status = names[(client * 7 + step * 5) % names.length] ?? "Todo";
        await moveTicket(
          test.database,
          owner,
          {
            projectId: project.id,
            number: 1 + ((client + step * 3) % 8),
            status,
            before: 1 + (step % 8),
          },
          now,
        );
      }
    };
    const follower = follow();
    await Promise.all([0, 1, 2, 3].map(write));
    isWriting = false;
    await follower;
    const end = await readBoard(test.database, project, {}, now);
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(
        end.columns.flatMap((column) =>
          column.cards.map((card) => [card.id, `${card.status} ${card.orderKey}`]),
        ),
      ),
    );
  });
});
