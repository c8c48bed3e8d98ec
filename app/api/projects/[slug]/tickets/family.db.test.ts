import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addComment, deleteComment, editComment } from "#server/commands/comments.ts";
import { markTicketRead } from "#server/commands/mark-read.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { readInbox } from "#server/queries/inbox.ts";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as findTickets } from "./find/route.ts";
import { POST as addBlocker } from "./[n]/blockers/route.ts";
import { DELETE as deleteTicket, GET as readTicket } from "./[n]/route.ts";
import { PUT as putParent } from "./[n]/parent/route.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
const now = new Date("2026-03-02T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  fixture = await createProjectFixture(test.database, {
    tickets: [{ title: "Cart" }, { title: "100 % of VAT" }, { title: "cart, again" }, {}],
  });
});

type Handler = Parameters<typeof callRoute>[0];
const call = (
  handler: Handler,
  method: string,
  options: Omit<Partial<RouteCall>, "params"> & { params?: Record<string, string> } = {},
) =>
  callRoute(handler, {
    actor: fixture.owner,
    method,
    ...options,
    params: { slug: fixture.project.slug, ...options.params },
  });
const read = async (n: number, query: Record<string, string> = {}) =>
  call(readTicket, "GET", { params: { n: String(n) }, query });

describe("finding tickets", () => {
  const find = async (query: Record<string, string>) => {
    const reply = await call(findTickets, "GET", { query });
    return (reply.body as { items: { id: number }[] }).items.map(({ id }) => id);
  };

  it("goes by the beginning of the number and by a part of the title in any case", async () => {
    expect(await find({ text: "#2" })).toEqual([2]);
    expect((await find({ text: "CART" })).toSorted()).toEqual([1, 3]);
    expect((await find({ text: "" })).toSorted()).toEqual([1, 2, 3, 4]);
  });

  it("takes signs of patterns as they stand", async () => {
    expect(await find({ text: "100 %" })).toEqual([2]);
    expect(await find({ text: "%" })).toEqual([2]);
    expect(await find({ text: "_art" })).toEqual([]);
  });

  it("names the tickets of a text, without those that are gone", async () => {
    await call(deleteTicket, "DELETE", { params: { n: "3" } });
    expect(await find({ numbers: "3,1,99" })).toEqual([1]);
    expect((await call(findTickets, "GET", { query: { numbers: "1;2" } })).status).toBe(400);
    expect(await find({ text: "again" })).toEqual([]);
  });
});

describe("a ticket", () => {
  it("shows the way down to it, what it waits for and what waits for it", async () => {
    const put = (n: string, parentId: number) =>
      call(putParent, "PUT", { params: { n }, body: { parentId } });
    await put("2", 1);
    await put("3", 2);
    await call(addBlocker, "POST", { params: { n: "3" }, body: { ticket: 4 } });
    expect((await read(3)).body).toMatchObject({
      ancestors: [{ id: 1, title: "Cart" }, { id: 2 }],
      blockers: [{ id: 4 }],
      blocks: [],
    });
    expect((await read(4)).body).toMatchObject({ ancestors: [], blocks: [{ id: 3 }] });
  });

  it("says the whole way round when blockers would make a circle", async () => {
    const block = (n: string, ticket: number) =>
      call(addBlocker, "POST", { params: { n }, body: { ticket } });
    await block("2", 1);
    await block("3", 2);
    expect(await block("1", 3)).toMatchObject({
      status: 400,
      body: { code: "BLOCKER_CIRCLE", details: { path: [1, 3, 2, 1] } },
    });
    expect(await block("1", 1)).toMatchObject({ body: { details: { path: [1, 1] } } });
  });

  it("that is deleted is read only by those who ask for it, with who deleted it", async () => {
    await call(deleteTicket, "DELETE", { params: { n: "1" } });
    expect((await read(1)).status).toBe(404);
    expect(await read(1, { deleted: "true" })).toMatchObject({
      status: 200,
      body: { id: 1, deletedBy: fixture.owner.slug, deletedAt: expect.any(String) },
    });
  });
});

describe("comments that call people", () => {
  let sam: Extract<Actor, { kind: "person" }>;
  const on = () => ({ projectId: fixture.project.id, number: 1 });
  const calls = async (actor: Actor) =>
    (await readInbox(test.database, actor, now)).filter(({ kind }) => kind === "mention");

  beforeEach(async () => {
    const user = await test.database.prisma.user.upsert({
      where: { handle: "sam" },
      create: { handle: "sam", name: "Sam", role: "member" },
      update: {},
    });
    const { id: projectId } = fixture.project;
    await test.database.prisma.member.upsert({
      where: { projectId_slug: { projectId, slug: "sam" } },
      create: { projectId, number: 90, slug: "sam", name: "Sam", kind: "person", userId: user.id },
      update: {},
    });
    sam = { ...fixture.owner, slug: "sam", name: "Sam", role: "member", userId: user.id };
    await test.database.prisma.inboxItem.deleteMany({});
  });

  it("make one row, for that person alone, until the ticket was looked at", async () => {
    const content = "@sam please look, and @owner too";
    await addComment(test.database, fixture.owner, { ...on(), content }, now);
    expect(await calls(fixture.owner)).toEqual([]);
    expect(await calls(sam)).toMatchObject([
      {
        ticket: 1,
        sentence: { key: "notice.mention" },
        text: expect.stringContaining("calls you"),
      },
    ]);
    await markTicketRead(test.database, fixture.owner, on(), now);
    expect(await calls(sam)).toHaveLength(1);
    await markTicketRead(test.database, sam, on(), now);
    expect(await calls(sam)).toEqual([]);
  });

  it("call whom an edit adds, and nobody twice; deleting takes the call back", async () => {
    const { number: comment } = await addComment(
      test.database,
      fixture.owner,
      { ...on(), content: "me@sam @samuel" },
      now,
    );
    expect(await calls(sam)).toEqual([]);
    const edit = (content: string) =>
      editComment(test.database, fixture.owner, { ...on(), comment, content }, now);
    await edit("@sam");
    await edit("@sam, today");
    expect(await calls(sam)).toHaveLength(1);
    await deleteComment(test.database, fixture.owner, { ...on(), comment }, now);
    expect(await calls(sam)).toEqual([]);
  });

  it("are changed by their author or an owner, by nobody else", async () => {
    const { number: comment } = await addComment(
      test.database,
      fixture.owner,
      { ...on(), content: "mine" },
      now,
    );
    await expect(
      editComment(test.database, sam, { ...on(), comment, content: "theirs" }, now),
    ).rejects.toMatchObject({ status: 403, code: "NOT_YOURS" });
    await expect(
      deleteComment(test.database, sam, { ...on(), comment }, now),
    ).rejects.toMatchObject({ status: 403, code: "NOT_YOURS" });
    const own = await addComment(test.database, sam, { ...on(), content: "sam's" }, now);
    await editComment(test.database, sam, { ...on(), comment: own.number, content: "x" }, now);
    await deleteComment(test.database, fixture.owner, { ...on(), comment: own.number }, now);
    expect(await test.database.prisma.comment.count({ where: { projectId: on().projectId } })).toBe(
      1,
    );
  });
});
