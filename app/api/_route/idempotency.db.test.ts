import { afterAll, beforeAll, expect, it } from "vitest";
import { openBoard } from "./testing/open-board.ts";
import type { OpenBoard } from "./testing/open-board.ts";

/** What a repeated request makes: nothing more, on every route that makes something. */
let board: OpenBoard;
beforeAll(async () => {
  board = await openBoard({ agents: ["programmer"], tickets: [{ title: "One" }] });
});
afterAll(() => board.close());

type Table = "ticket" | "comment" | "boardColumn" | "label" | "member" | "project";
const creating: [address: string, table: Table, body: Record<string, unknown>][] = [
  ["P/tickets", "ticket", { title: "Two" }],
  ["P/tickets/1/comments", "comment", { content: "Hello" }],
  ["P/columns", "boardColumn", { name: "Parked" }],
  ["P/labels", "label", { name: "bug" }],
  ["P/members", "member", { name: "Somebody" }],
  ["/api/projects", "project", { name: "Another" }],
];

function rowsOf(table: Table): Promise<number> {
  const { prisma } = board.test.database;
  switch (table) {
    case "ticket":
      return prisma.ticket.count();
    case "comment":
      return prisma.comment.count();
    case "boardColumn":
      return prisma.boardColumn.count({ where: { projectId: board.fixture.project.id } });
    case "label":
      return prisma.label.count();
    case "member":
      return prisma.member.count({ where: { projectId: board.fixture.project.id } });
    case "project":
      return prisma.project.count();
  }
}

it.each(creating)("POST %s makes one %s of ten requests with one key", async (at, table, body) => {
  const address = at.replace(/^P/, board.P);
  const headers = { "idempotency-key": `key of ${at}` };
  const before = await rowsOf(table);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => board.call("POST", address, body, headers)),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  expect(new Set(replies.map((reply) => reply.headers.get("location"))).size).toBe(1);
  expect(replies.filter((reply) => reply.headers.get("idempotent-replay") === null)).toHaveLength(
    1,
  );
  expect(await rowsOf(table)).toBe(before + 1);

  const other = await board.call("POST", address, { ...body, extra: true }, headers);
  expect([other.status, other.body]).toMatchObject([422, { code: "IDEMPOTENCY_KEY_REUSED" }]);
  expect(await rowsOf(table)).toBe(before + 1);
});

it("stores a picture once", async () => {
  const send = () => {
    const form = new FormData();
    form.append(
      "file",
      new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]),
    );
    return board.send("POST", "/api/images", {
      body: form,
      headers: { "idempotency-key": "picture" },
    });
  };
  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
});
