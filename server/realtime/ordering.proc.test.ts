/** many people drag at once on the whole product, while others delete and agents are started. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { insertTickets } from "../../bench/rig/bulk-tickets.ts";
import { startProduct } from "../../e2e/support/product.ts";
import type { Product } from "../../e2e/support/product.ts";
import { agentFiles, createRepository } from "../../e2e/support/workspace.ts";
import type { Board } from "../contracts/ticket.ts";
import { createDatabase } from "../store/client.ts";
import type { Database } from "../store/client.ts";
import { createRandom } from "../testing/chaos/rig/random.ts";
import { createToken } from "../testing/open-gateway.ts";
import { waitFor } from "../testing/wait-for.ts";
import { openBoardClient, stubFetch } from "./fixtures/board-client.ts";
import type { BoardClient } from "./fixtures/board-client.ts";
import { findContradictions } from "./fixtures/board-history.ts";
import type { BoardOperation, LoggedWrite } from "./fixtures/board-history.ts";

const CLIENTS = 8;
/** `SIGNALBOX_TEST_DRAGS=500` is the full size. */
const DRAGS = Number(process.env["SIGNALBOX_TEST_DRAGS"] ?? 25);
/** More than a window, so that every column goes on behind what is loaded. */
const PER_COLUMN = 60;
const ASSIGNED = 20;
const SLUG = "ordering";
/** As long as keys may be, and nothing fits between them. */
const LONG_KEYS = ["V", "W"].map((end) => `b00${"0".repeat(60)}${end}`);

let product: Product;
let database: Database;
let projectId: number;
const clients: BoardClient[] = [];

beforeAll(async () => {
  product = await startProduct({ FAKE_CLAUDE_SPEED: "1" });
  database = createDatabase(await product.databaseUrl(), { maxConnections: 2 });
  const workspacePath = path.join(path.dirname(product.dataDir), "work");
  await mkdir(workspacePath);
  await createRepository(workspacePath, agentFiles());
  const body = { name: "Ordering", workspacePath, dailyBudgetUsd: null };
  await product.api("POST", "/projects", body);
  projectId = (await database.prisma.project.findFirstOrThrow({ where: { slug: SLUG } })).id;
}, 120_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await database.close();
  await product.stop();
}, 60_000);

async function fillColumns(): Promise<void> {
  const columns = await database.prisma.boardColumn.findMany({ where: { projectId } });
  for (const { id, name } of columns) {
    const isStarting = name === "Todo";
    const common = { projectId, column: name };
    await insertTickets(database, { ...common, count: PER_COLUMN - ASSIGNED, assignee: null });
    // Dragged into Todo, these are taken by the engine.
    const assignee = isStarting ? null : "programmer";
    await insertTickets(database, { ...common, count: ASSIGNED, assignee });
    // A card that is dropped between these makes the column's keys short again.
    const [first, second] = await database.prisma.ticket.findMany({
      where: { columnId: id },
      orderBy: { number: "asc" },
      take: 2,
    });
    for (const [index, ticket] of [first, second].entries()) {
      const orderKey = LONG_KEYS[index];
      await database.prisma.ticket.update({ where: { id: ticket?.id }, data: { orderKey } });
    }
  }
}

async function openClients(): Promise<void> {
  stubFetch(product.url, product.ownerToken);
  for (let index = 1; index <= CLIENTS; index += 1) {
    const handle = `person${index}`;
    const { id: userId } = await database.prisma.user.create({
      data: { handle, name: handle, role: "owner", isMaintainer: true },
    });
    const token = await createToken(database, "personal", { userId });
    clients.push(await openBoardClient(handle, product.url, token, SLUG));
  }
}

/** One person's hundreds of drags, with a deletion and a new card now and then. */
async function play(client: BoardClient, history: BoardOperation[], seed: number): Promise<void> {
  const random = createRandom(seed);
  const act = async (
    op: BoardOperation["op"],
    ticket: number,
    work: () => Promise<number | void>,
  ) => {
    const start = performance.now();
    const note = (result: BoardOperation["result"], about: number) =>
      history.push({
        actor: client.name,
        op,
        ticket: about,
        start,
        end: performance.now(),
        result,
      });
    try {
      note("ok", (await work()) ?? ticket);
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      note("gone", ticket);
    }
  };
  for (let step = 1; step <= DRAGS; step += 1) {
    const { columns } = client.board();
    const cards = columns.flatMap((column) => column.cards);
    const isStart = step % 10 === 0;
    const [todo] = columns.filter(({ name }) => name === "Todo");
    const startable = cards.filter((one) => one.assignedTo !== null && one.status !== "Todo");
    const card = random.pick(isStart && startable.length > 0 ? startable : cards);
    const to = isStart && todo ? todo : random.pick(columns);
    const others = to.cards.filter(({ id }) => id !== card.id).length;
    // Half of them fight for the same few places at the top.
    const index = random.between(0, random.percent(50) ? Math.min(2, others) : others);
    await act("move", card.id, () => client.drag(card.id, { column: to.name, index }));
    if (step % 25 === 0) {
      const victim = random.pick(cards).id;
      await act("delete", victim, () => client.remove(victim));
      await act("create", 0, () => client.create(to.name, `By ${client.name} ${step}`));
    }
  }
}

async function readLog(): Promise<LoggedWrite[]> {
  const ops = { ticket_moved: "move", ticket_created: "create", ticket_deleted: "delete" } as const;
  const rows = await database.prisma.activity.findMany({
    where: { projectId, kind: { in: Object.keys(ops) } },
    orderBy: { revision: "asc" },
  });
  return rows.map((row) => ({
    revision: Number(row.revision),
    actor: row.actor,
    op: ops[row.kind as keyof typeof ops],
    ticket: row.ticketNumber ?? 0,
  }));
}

async function readOrder(): Promise<Record<string, number[]>> {
  const rows = await database.prisma.$queryRaw<{ name: string; number: number }[]>`
    SELECT c."name", t."number" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE t."projectId" = ${projectId} AND t."deletedAt" IS NULL
    ORDER BY c."position", t."orderKey" COLLATE "C", t."id"`;
  const order: Record<string, number[]> = {};
  for (const { name, number } of rows) (order[name] ??= []).push(number);
  return order;
}

const orderOf = (board: Board) =>
  Object.fromEntries(board.columns.map(({ name, cards }) => [name, cards.map(({ id }) => id)]));

/** What is loaded of each column is its first cards, and none is left out. */
const isBeginningOf = (shown: Record<string, number[]>, order: Record<string, number[]>) =>
  Object.entries(shown).every(([name, ids]) =>
    isDeepStrictEqual(ids, (order[name] ?? []).slice(0, ids.length)),
  );

async function readRevision(): Promise<number> {
  const { revision } = await database.prisma.projectRevision.findUniqueOrThrow({
    where: { projectId },
  });
  return Number(revision);
}

it("brings eight people's boards and the database to the same order, with no card lost or doubled", async () => {
  await fillColumns();
  await openClients();
  const history: BoardOperation[] = [];
  await Promise.all(clients.map((client, index) => play(client, history, 17 + index)));
  await product.api("POST", `/projects/${SLUG}/pause`, { paused: true, stopRunning: true });
  await waitFor(
    async () => (await product.api<unknown[]>("GET", "/runs?active=true")).length === 0,
    {
      timeoutMs: 60_000,
      what: "the end of all runs",
    },
  );

  const revision = await readRevision();
  await waitFor(() => clients.every((client) => client.board().revision === revision), {
    timeoutMs: 30_000,
    what: `all boards at revision ${revision}`,
  });
  const order = await readOrder();
  const counts = Object.fromEntries(Object.entries(order).map(([name, ids]) => [name, ids.length]));
  for (const client of clients) {
    // A board may be read anew once more after its last delta: it is held against what it comes to.
    await waitFor(() => isBeginningOf(orderOf(client.board()), order), {
      timeoutMs: 30_000,
      what: `${client.name} shows the true beginning of each column`,
    });
    const board = await waitFor(
      async () => {
        await client.loadAll();
        return isDeepStrictEqual(orderOf(client.board()), order) ? client.board() : null;
      },
      { timeoutMs: 30_000, what: `${client.name} has every card in its place, by scrolling` },
    ).catch(() => client.board());
    expect(orderOf(board), client.name).toEqual(order);
    expect(Object.fromEntries(board.columns.map(({ name, count }) => [name, count]))).toEqual(
      counts,
    );
  }

  const tickets = await database.prisma.ticket.findMany({ where: { projectId, deletedAt: null } });
  const keys = new Set(tickets.map(({ columnId, orderKey }) => `${columnId} ${orderKey}`));
  expect(keys.size).toBe(tickets.length);
  expect(Math.max(...tickets.map(({ orderKey }) => orderKey.length))).toBeLessThanOrEqual(64);
  const count = (op: BoardOperation["op"]) =>
    history.filter((one) => one.op === op && one.result === "ok").length;
  expect(tickets.length).toBe(PER_COLUMN * 6 + count("create") - count("delete"));
  expect(count("delete")).toBeGreaterThan(0);

  const log = await readLog();
  expect(
    findContradictions(
      history,
      log.filter(({ actor }) => actor.startsWith("person")),
    ),
  ).toEqual([]);
  // The races it is about did happen: agents were started, and keys were made short.
  expect(await database.prisma.run.count({ where: { projectId } })).toBeGreaterThan(0);
  const resyncs = { projectId, data: { path: ["resync"], equals: true } };
  expect(await database.prisma.activity.count({ where: resyncs })).toBeGreaterThan(0);
}, 480_000);
