import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ticket, TicketSummary } from "#server/contracts/ticket.ts";
import { ticketSchema, ticketSummarySchema } from "#server/contracts/ticket.ts";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall, RouteReply } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { POST as comment } from "./[n]/comments/route.ts";
import { DELETE as removeComment, PATCH as editComment } from "./[n]/comments/[cid]/route.ts";
import { GET as activity } from "./[n]/activity/route.ts";
import { GET as getLabels, PUT as putLabels } from "./[n]/labels/route.ts";
import { DELETE as dropDraft, PUT as putDraft } from "./[n]/draft/route.ts";
import { DELETE as removeParent, PUT as putParent } from "./[n]/parent/route.ts";
import { PATCH as reorder } from "./[n]/reorder/route.ts";
import { POST as restore } from "./[n]/restore/route.ts";
import { DELETE as remove, GET as read, PATCH as patch } from "./[n]/route.ts";
import { PATCH as move } from "./[n]/status/route.ts";
import { GET as list, POST as create } from "./route.ts";

let test: TestDatabase;
let fixture: ProjectFixture;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  fixture = await createProjectFixture(test.database, {
    agents: ["programmer"],
    labels: ["bug", "app:web"],
  });
});
afterAll(() => test.close());

function call(
  handler: Parameters<typeof callRoute>[0],
  options: Partial<RouteCall> & { n?: number | string; cid?: number } = {},
): Promise<RouteReply> {
  const { n, cid, ...rest } = options;
  const params: Record<string, string> = { slug: fixture.project.slug };
  if (n !== undefined) params["n"] = String(n);
  if (cid !== undefined) params["cid"] = String(cid);
  return callRoute(handler, { actor: fixture.owner, params, ...rest });
}

async function make(body: object): Promise<number> {
  const { status, body: ticket } = await call(create, {
    method: "POST",
    body: { title: "T", createdBy: "owner", status: "Backlog", ...body },
  });
  expect(status).toBe(201);
  return (ticket as Ticket).id;
}

const ticketOf = async (n: number): Promise<Ticket> => (await call(read, { n })).body as Ticket;

describe("POST tickets", () => {
  it("answers a full ticket with a Location, defaults filled in", async () => {
    const reply = await call(create, {
      method: "POST",
      body: { title: " New\none ", createdBy: "owner", status: "Todo" },
    });

    expect(reply.status).toBe(201);
    const ticket = ticketSchema.parse(reply.body);
    expect(ticket).toMatchObject({
      title: "New one",
      description: "",
      status: "Todo",
      priority: "NiceToHave",
      assignedTo: null,
      parentId: null,
      createdBy: "owner",
      comments: [],
      subTickets: [],
      labels: [],
      revision: 1,
      level: 1,
    });
    expect(ticket.activities.map((entry) => entry.text)).toEqual(["Created"]);
    expect(reply.headers.get("location")).toBe(
      `/api/projects/${fixture.project.slug}/tickets/${ticket.id}`,
    );
  });

  it("takes what existing callers send: other case, numbers as text, null, unknown fields", async () => {
    const parent = await make({});
    const reply = await call(create, {
      method: "POST",
      body: {
        Title: "x",
        CREATEDBY: "owner",
        status: "Backlog",
        priority: "required",
        parentId: `${parent}`,
        description: null,
        labelIds: ["1", 99],
        dueDate: "2026-01-01",
      },
    });

    expect(reply.body).toMatchObject({
      title: "x",
      priority: "Required",
      parentId: parent,
      description: "",
      labels: [{ id: 1, name: "bug" }],
      level: 2,
    });
    expect(reply.headers.get("x-ignored-fields")).toBe("dueDate");
    expect((await ticketOf(parent)).subTickets).toEqual([
      { id: (reply.body as Ticket).id, title: "x", status: "Backlog", assignedTo: null },
    ]);
  });

  it.each([
    [{ title: undefined }, 400, "INVALID"],
    [{ title: " " }, 400, "INVALID"],
    [{ title: "x".repeat(501) }, 400, "INVALID"],
    [{ createdBy: "" }, 400, "AUTHOR_BLANK"],
    [{ createdBy: "programmer" }, 403, "AUTHOR_MISMATCH"],
    [{ status: "Nowhere" }, 400, "COLUMN_UNKNOWN"],
    [{ assignedTo: "nobody" }, 400, "ASSIGNEE_UNKNOWN"],
    [{ parentId: 9999 }, 400, "PARENT_UNKNOWN"],
    [{ priority: "Low" }, 400, "INVALID"],
  ])("refuses %j with %i %s", async (change, status, code) => {
    const before = await test.database.prisma.activity.count();
    const reply = await call(create, {
      method: "POST",
      body: { title: "T", createdBy: "owner", status: "Backlog", ...change },
    });
    expect(reply).toMatchObject({ status, body: { code } });
    expect(await test.database.prisma.activity.count()).toBe(before);
  });

  it("makes one ticket of fifty requests with one Idempotency-Key", async () => {
    const before = await test.database.prisma.ticket.count();
    const send = () =>
      call(create, {
        method: "POST",
        body: { title: "once", status: "Backlog" },
        headers: { "idempotency-key": "k1" },
      });
    const replies = await Promise.all(Array.from({ length: 50 }, send));

    expect(await test.database.prisma.ticket.count()).toBe(before + 1);
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(
      1,
    );
    const other = await call(create, {
      method: "POST",
      body: { title: "other", status: "Backlog" },
      headers: { "idempotency-key": "k1" },
    });
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  it("gives the Idempotency-Key back after a refusal", async () => {
    const send = (status: string) =>
      call(create, {
        method: "POST",
        body: { title: "again", status },
        headers: { "idempotency-key": "k2" },
      });
    expect((await send("Nowhere")).status).toBe(400);
    expect((await send("Backlog")).status).toBe(201);
  });
});

describe("PATCH a ticket", () => {
  it("changes what is sent, empties with empty text and list, and leaves null and absent alone", async () => {
    const n = await make({ assignedTo: "programmer", labelIds: [1, 2], description: "d" });
    await call(patch, {
      n,
      method: "PATCH",
      body: { author: "owner", title: "Two", priority: 3, assignedTo: null, labelIds: null },
    });
    expect(await ticketOf(n)).toMatchObject({
      title: "Two",
      priority: "Critical",
      assignedTo: "programmer",
      description: "d",
      status: "Backlog",
    });
    expect((await ticketOf(n)).labels).toHaveLength(2);

    await call(patch, {
      n,
      method: "PATCH",
      body: { author: "owner", assignedTo: "", labelIds: [], status: "Todo" },
    });
    expect(await ticketOf(n)).toMatchObject({ assignedTo: null, labels: [], status: "Backlog" });
    expect((await ticketOf(n)).activities.map((entry) => entry.text)).toEqual([
      "Created",
      'Title: "T" → "Two"; Priority: Nice to have → Critical',
      "Assignee: programmer → nobody; Labels: app:web, bug → none",
    ]);
  });

  it("answers 409 with the current values for a stale revision, and writes nothing", async () => {
    const n = await make({});
    const first = await call(patch, { n, method: "PATCH", body: { title: "mine", revision: 1 } });
    expect(first).toMatchObject({ status: 200, body: { revision: 2 } });
    const second = await call(patch, { n, method: "PATCH", body: { title: "yours", revision: 1 } });
    expect(second).toMatchObject({
      status: 409,
      body: { code: "STALE_REVISION", details: { current: { title: "mine", revision: 2 } } },
    });
    expect((await ticketOf(n)).title).toBe("mine");
  });

  it("moves updatedAt without an activity when nothing changed", async () => {
    const n = await make({});
    const before = await ticketOf(n);
    const after = (await call(patch, { n, method: "PATCH", body: { author: "owner", title: "T" } }))
      .body as Ticket;
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(after.activities).toHaveLength(1);
    expect(after.revision).toBe(1);
  });

  it("closes the writer's draft, and drafts stand with the ticket until then", async () => {
    const n = await make({});
    const saved = await call(putDraft, {
      n,
      method: "PUT",
      body: { description: "half a sen", baseRevision: 1 },
    });
    expect(saved.status).toBe(204);
    expect((await ticketOf(n)).draft).toMatchObject({
      title: null,
      description: "half a sen",
      baseRevision: 1,
    });
    await call(patch, { n, method: "PATCH", body: { description: "a sentence" } });
    expect((await ticketOf(n)).draft).toBeNull();
    await call(putDraft, { n, method: "PUT", body: { title: "x", baseRevision: 2 } });
    expect((await call(dropDraft, { n, method: "DELETE" })).status).toBe(204);
    expect((await ticketOf(n)).draft).toBeNull();
  });
});

describe("status, reorder, parent", () => {
  it("moves, and writes the arrow that skills read", async () => {
    const n = await make({});
    const reply = await call(move, {
      n,
      method: "PATCH",
      body: { status: "Review", author: "owner" },
    });
    expect(reply).toMatchObject({ status: 200, body: { status: "Review", revision: 2 } });
    expect((await ticketOf(n)).activities.at(-1)?.text).toContain("Backlog → Review");
    expect(
      (await call(move, { n, method: "PATCH", body: { status: "Review", author: "owner" } })).body,
    ).toMatchObject({ revision: 2 });
    expect((await call(move, { n, method: "PATCH", body: { status: "Nowhere" } })).status).toBe(
      400,
    );
    expect((await call(move, { n, method: "PATCH", body: { author: "owner" } })).status).toBe(400);
    expect(
      (await call(move, { n: 9999, method: "PATCH", body: { status: "Todo", author: " " } }))
        .status,
    ).toBe(400);
    expect((await call(move, { n: 9999, method: "PATCH", body: { status: "Todo" } })).status).toBe(
      404,
    );
    expect(
      (await call(reorder, { n, method: "PATCH", body: { status: "Review", index: 0 } })).status,
    ).toBe(204);
  });

  it("keeps parents four levels deep and without circles", async () => {
    const chain: number[] = [];
    for (let level = 0; level < 4; level += 1)
      chain.push(await make(level === 0 ? {} : { parentId: chain[level - 1] }));
    const [top = 0, second = 0, , deepest = 0] = chain;
    expect(await ticketOf(deepest)).toMatchObject({ level: 4 });
    expect(
      await call(create, {
        method: "POST",
        body: { title: "five", parentId: deepest, status: "Backlog" },
      }),
    ).toMatchObject({ status: 422, body: { code: "DEPTH_LIMIT" } });
    const put = (n: number, parentId: number) =>
      call(putParent, { n, method: "PUT", body: { parentId } });
    expect(await put(top, top)).toMatchObject({ status: 400, body: { code: "PARENT_CIRCLE" } });
    expect(await put(top, deepest)).toMatchObject({ status: 400, body: { code: "PARENT_CIRCLE" } });
    expect(await put(top, 9999)).toMatchObject({ status: 400 });
    expect(await put(9999, top)).toMatchObject({ status: 400 });
    const other = await make({});
    expect(await put(top, other)).toMatchObject({ status: 422, body: { code: "DEPTH_LIMIT" } });
    expect((await call(removeParent, { n: second, method: "DELETE" })).status).toBe(204);
    expect(await ticketOf(deepest)).toMatchObject({ level: 3 });
    expect((await call(removeParent, { n: second, method: "DELETE" })).status).toBe(404);
    expect((await put(second, other)).status).toBe(204);
    expect(await ticketOf(second)).toMatchObject({ parentId: other, level: 2 });
  });
});

describe("comments, activity, labels", () => {
  it("adds, edits and deletes comments; only adding moves updatedAt", async () => {
    const n = await make({});
    const other = await make({});
    const added = await call(comment, {
      n,
      method: "POST",
      body: { content: "# Hi **there**", author: "owner" },
    });
    expect(added).toMatchObject({
      status: 201,
      body: { ticketId: n, content: "# Hi **there**", author: "owner", authorKind: "person" },
    });
    const cid = (added.body as { id: number }).id;
    const { updatedAt } = await ticketOf(n);
    expect(
      (
        await call(editComment, {
          n,
          cid,
          method: "PATCH",
          body: { content: "new", author: "owner" },
        })
      ).status,
    ).toBe(204);
    expect(
      (await call(editComment, { n: other, cid, method: "PATCH", body: { content: "new" } }))
        .status,
    ).toBe(404);
    expect(await ticketOf(n)).toMatchObject({ updatedAt, comments: [{ id: cid, content: "new" }] });
    const timeline = (await call(activity, { n })).body as {
      type: string;
      text: string;
      id: number | null;
    }[];
    expect(timeline.map(({ type, text, id }) => ({ type, text, id }))).toEqual([
      { type: "event", text: "Created", id: null },
      { type: "comment", text: "new", id: cid },
    ]);
    expect((await call(removeComment, { n, cid, method: "DELETE" })).status).toBe(204);
    expect((await ticketOf(n)).comments).toEqual([]);
    expect(
      (await call(comment, { n, method: "POST", body: { content: "", author: "owner" } })).status,
    ).toBe(201);
    expect((await call(comment, { n, method: "POST", body: { author: "owner" } })).status).toBe(
      400,
    );
    expect(
      (await call(comment, { n, method: "POST", body: { content: "x", author: "" } })).status,
    ).toBe(400);
  });

  it("replaces labels and drops unknown ids", async () => {
    const n = await make({ labels: ["BUG"] });
    const { updatedAt } = await ticketOf(n);
    expect((await call(getLabels, { n })).body).toEqual([{ id: 1, name: "bug", color: "#6366f1" }]);
    expect((await call(putLabels, { n, method: "PUT", body: { labelIds: [2, 77] } })).status).toBe(
      204,
    );
    expect(await ticketOf(n)).toMatchObject({ updatedAt, labels: [{ id: 2 }] });
    expect((await call(putLabels, { n, method: "PUT", body: {} })).status).toBe(400);
  });
});

describe("DELETE and restore", () => {
  it("hides the ticket at once, closes what is owed, frees its sub-tickets and brings it back", async () => {
    const n = await make({});
    const child = await make({ parentId: n });
    const { id } = await test.database.prisma.ticket.findFirstOrThrow({
      where: { projectId: fixture.project.id, number: n },
    });
    await test.database.prisma.firing.create({
      data: {
        projectId: fixture.project.id,
        ticketId: id,
        agent: "programmer",
        cause: "manual",
        dueAt: new Date(),
      },
    });

    expect((await call(remove, { n, method: "DELETE" })).status).toBe(204);
    expect((await call(read, { n })).status).toBe(404);
    expect((await call(remove, { n, method: "DELETE" })).status).toBe(404);
    expect(await ticketOf(child)).toMatchObject({ parentId: null });
    expect(await test.database.prisma.firing.findFirst({ where: { ticketId: id } })).toMatchObject({
      state: "closed",
      reason: "TICKET_CLOSED",
    });

    expect(await call(restore, { n, method: "POST" })).toMatchObject({
      status: 200,
      body: { id: n },
    });
    expect(await ticketOf(child)).toMatchObject({ parentId: n });
  });
});

describe("GET tickets", () => {
  it("filters, orders by place and pages with a cursor in a header", async () => {
    fixture = await createProjectFixture(test.database, {
      agents: ["programmer"],
      labels: ["bug"],
      tickets: [
        { title: "alpha", status: "Todo", priority: "Critical" },
        { title: "beta", status: "Backlog", description: "needle", assignedTo: "programmer" },
        { title: "gamma", status: "Todo", labels: ["bug"] },
        { title: "delta", status: "Todo", parentId: 1 },
      ],
    });
    const titles = async (query: Record<string, string>) =>
      ((await call(list, { query })).body as TicketSummary[]).map((ticket) => ticket.title);

    const all = (await call(list)).body as TicketSummary[];
    expect(all.map((ticket) => ticketSummarySchema.parse(ticket).title)).toEqual([
      "alpha",
      "beta",
      "gamma",
      "delta",
    ]);
    expect(all[2]).toMatchObject({ sortOrder: 1, dueDate: null, commentCount: 0, subTickets: [] });
    expect(await titles({ status: "Todo" })).toEqual(["alpha", "gamma", "delta"]);
    expect(await titles({ priority: "Critical" })).toEqual(["alpha"]);
    expect(await titles({ assignedTo: "programmer" })).toEqual(["beta"]);
    expect(await titles({ parentId: "1" })).toEqual(["delta"]);
    expect(await titles({ label: "BUG" })).toEqual(["gamma"]);
    expect(await titles({ search: "need" })).toEqual(["beta"]);
    expect(await titles({ search: "NEED" })).toEqual([]);
    expect((await call(list, { query: { priority: "critical" } })).status).toBe(400);
    expect((await call(list, { query: { parentId: "x" } })).status).toBe(400);
    await call(comment, { n: 3, method: "POST", body: { content: "haystack", author: "owner" } });
    expect(await titles({ search: "haystack" })).toEqual(["gamma"]);

    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: RouteReply = await call(list, {
        query: { limit: "3", ...(after === null ? {} : { after }) },
      });
      seen.push(...(page.body as TicketSummary[]).map((ticket) => ticket.title));
      after = page.headers.get("x-next-cursor");
    } while (after !== null);
    expect(seen).toEqual(["alpha", "beta", "gamma", "delta"]);
  });

  it("answers 404 as JSON for an unknown project, and for a number that is none", async () => {
    const reply = await callRoute(list, { actor: fixture.owner, params: { slug: "project-slug" } });
    expect(reply).toMatchObject({ status: 404, body: { code: "PROJECT_UNKNOWN" } });
    expect(await call(read, { n: "id" })).toMatchObject({
      status: 404,
      body: { code: "ROUTE_UNKNOWN" },
    });
  });
});
