import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFailure } from "../contracts/failure.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { createTicket } from "./create-ticket.ts";
import { deleteTicket } from "./delete-ticket.ts";
import { moveTicket } from "./move-ticket.ts";
import { patchColumn } from "./columns.ts";

let test: TestDatabase;
const now = new Date("2026-06-01T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function order(fixture: ProjectFixture, column: string): Promise<number[]> {
  const { rows } = await test.database.pool.query<{ number: number }>(
    `SELECT "number" FROM "Ticket" WHERE "columnId" = $1 AND "deletedAt" IS NULL ORDER BY "orderKey"`,
    [fixture.columns[column]?.id],
  );
  return rows.map((row) => row.number);
}

async function failureOf(work: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await work;
  } catch (error) {
    if (isFailure(error)) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error("expected a refusal");
}

const five = [{}, {}, {}, {}, {}];

describe("moveTicket", () => {
  it("puts a card before, after, at an index and at the end of a column", async () => {
    const fixture = await createProjectFixture(test.database, { tickets: five });
    const { project, owner } = fixture;
    const move = (number: number, place: object) =>
      moveTicket(
        test.database,
        owner,
        { projectId: project.id, number, status: "Backlog", ...place },
        now,
      );

    await move(5, { before: 1 });
    expect(await order(fixture, "Backlog")).toEqual([5, 1, 2, 3, 4]);
    await move(5, { after: 3 });
    expect(await order(fixture, "Backlog")).toEqual([1, 2, 3, 5, 4]);
    await move(4, { index: 1 });
    expect(await order(fixture, "Backlog")).toEqual([1, 4, 2, 3, 5]);
    await move(1, { index: 99 });
    expect(await order(fixture, "Backlog")).toEqual([4, 2, 3, 5, 1]);
    await moveTicket(
      test.database,
      owner,
      { projectId: project.id, number: 2, status: "Todo" },
      now,
    );
    await move(2, { before: 2 });
    expect(await order(fixture, "Backlog")).toEqual([4, 3, 5, 1, 2]);
  });

  it("changes and writes nothing for a move to its own column", async () => {
    const { project, owner, tickets } = await createProjectFixture(test.database, {
      tickets: [{}],
    });
    const before = await test.database.prisma.activity.count({ where: { projectId: project.id } });

    const moved = await moveTicket(
      test.database,
      owner,
      { projectId: project.id, number: 1, status: "Backlog" },
      now,
    );

    expect(moved).toMatchObject({ id: tickets[0]?.id, isChanged: false });
    expect(await test.database.prisma.activity.count({ where: { projectId: project.id } })).toBe(
      before,
    );
  });

  it("refuses an unknown column before an unknown ticket, and a stale revision with the current values", async () => {
    const { project, owner } = await createProjectFixture(test.database, {
      tickets: [{ title: "One" }],
    });
    const base = { projectId: project.id, number: 1 };

    expect(
      await failureOf(
        moveTicket(test.database, owner, { ...base, number: 99, status: "Nowhere" }, now),
      ),
    ).toEqual({ status: 400, code: "COLUMN_UNKNOWN" });
    expect(
      await failureOf(
        moveTicket(test.database, owner, { ...base, number: 99, status: "Todo" }, now),
      ),
    ).toEqual({ status: 404, code: "TICKET_UNKNOWN" });
    await expect(
      moveTicket(test.database, owner, { ...base, status: "Todo", revision: 7 }, now),
    ).rejects.toMatchObject({
      status: 409,
      code: "STALE_REVISION",
      details: { current: { title: "One", status: "Backlog", revision: 1 } },
    });
  });

  it("refuses people at a hard limit, and nobody at a soft one", async () => {
    const { project, owner, columns } = await createProjectFixture(test.database, {
      tickets: [{ status: "Todo" }, {}],
    });
    const todo = columns["Todo"]?.number ?? 0;
    await patchColumn(test.database, owner, {
      projectId: project.id,
      column: todo,
      wipLimit: 1,
      wipHard: true,
    });
    const move = { projectId: project.id, number: 2, status: "Todo" };

    expect(await failureOf(moveTicket(test.database, owner, move, now))).toEqual({
      status: 422,
      code: "COLUMN_FULL",
    });
    await patchColumn(test.database, owner, {
      projectId: project.id,
      column: todo,
      wipHard: false,
    });
    expect(await moveTicket(test.database, owner, move, now)).toMatchObject({ isChanged: true });
  });

  it("rebalances a column whose keys grew long and keeps its order", async () => {
    const fixture = await createProjectFixture(test.database, { tickets: [{}, {}, {}] });
    const { project, owner } = fixture;
    const neighbour = `a0${"0".repeat(70)}1`;
    await test.database.prisma.ticket.update({
      where: { id: fixture.tickets[1]?.id ?? 0 },
      data: { orderKey: neighbour },
    });
    await moveTicket(
      test.database,
      owner,
      { projectId: project.id, number: 3, status: "Backlog", before: 2 },
      now,
    );
    expect(await order(fixture, "Backlog")).toEqual([1, 3, 2]);
    const { rows } = await test.database.pool.query<{ longest: number }>(
      `SELECT max(length("orderKey"))::int AS longest FROM "Ticket" WHERE "projectId" = $1`,
      [project.id],
    );
    expect(rows[0]?.longest).toBeLessThanOrEqual(64);
    const resyncs = await test.database.prisma.activity.count({
      where: { projectId: project.id, data: { path: ["resync"], equals: true } },
    });
    expect(resyncs).toBe(1);
  });

  it("loses no card and doubles no key under concurrent moves, creates and deletes", async () => {
    const fixture = await createProjectFixture(test.database, {
      tickets: Array.from({ length: 24 }, () => ({})),
    });
    const { project, owner } = fixture;
    const names = Object.keys(fixture.columns);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const deleted = new Set<number>();
    const client = async (id: number) => {
      for (let step = 0; step < 100; step += 1) {
        const number = 1 + random(24);
        const status = names[random(names.length)] ?? "Todo";
        const place = random(2) === 0 ? { before: 1 + random(24) } : { after: 1 + random(24) };
        try {
          await moveTicket(
            test.database,
            owner,
            { projectId: project.id, number, status, ...place },
            now,
          );
          if (step % 25 === 24) {
            await createTicket(
              test.database,
              owner,
              { projectId: project.id, title: `by ${id}`, status },
              now,
            );
            const victim = 1 + random(24);
            await deleteTicket(
              test.database,
              owner,
              { projectId: project.id, number: victim },
              now,
            );
            deleted.add(victim);
          }
        } catch (error) {
          if (!isFailure(error) || error.code !== "TICKET_UNKNOWN") throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, id) => client(id)));

    const { rows } = await test.database.pool.query<{
      columnId: number;
      orderKey: string;
      number: number;
    }>(
      `SELECT "columnId", "orderKey", "number" FROM "Ticket" WHERE "projectId" = $1 AND "deletedAt" IS NULL`,
      [project.id],
    );
    expect(new Set(rows.map((row) => `${row.columnId} ${row.orderKey}`)).size).toBe(rows.length);
    const created = await test.database.prisma.ticket.count({ where: { projectId: project.id } });
    expect(rows.length).toBe(created - deleted.size);
    const activities = await test.database.prisma.activity.findMany({
      where: { projectId: project.id },
      orderBy: { revision: "asc" },
      select: { revision: true },
    });
    expect(activities.map((row) => Number(row.revision))).toEqual(
      activities.map((_, index) => index + 1),
    );
  }, 120_000);
});
