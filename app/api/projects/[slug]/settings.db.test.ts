import { describe, expect, it } from "vitest";
import { sha256Hex } from "#server/lib/ids.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { openRouteScene } from "#server/testing/route-scene.ts";
import { DELETE as deleteColumn, PATCH as patchColumn } from "./columns/[id]/route.ts";
import { PATCH as reorderColumn } from "./columns/reorder/route.ts";
import { GET as listColumns, POST as createColumn } from "./columns/route.ts";
import { DELETE as deleteLabel, PATCH as patchLabel } from "./labels/[id]/route.ts";
import { GET as listLabels, POST as createLabel } from "./labels/route.ts";
import { DELETE as deleteMember, PATCH as patchMember } from "./members/[id]/route.ts";
import { GET as listMembers, POST as createMember } from "./members/route.ts";
import { GET as mentions } from "./mentions/[handle]/route.ts";
import { POST as addBlocker, DELETE as removeBlocker } from "./tickets/[n]/blockers/route.ts";
import { POST as comment } from "./tickets/[n]/comments/route.ts";
import { GET as readTicket, PATCH as patchTicket } from "./tickets/[n]/route.ts";

const scene = openRouteScene({
  agents: ["programmer"],
  tickets: [{ assignedTo: "programmer" }, {}],
});

type Handler = Parameters<typeof callRoute>[0];
const call = (
  handler: Handler,
  method: string,
  options: Omit<Partial<RouteCall>, "params"> & { params?: Record<string, string> } = {},
) =>
  callRoute(handler, {
    actor: scene.fixture.owner,
    method,
    ...options,
    params: { slug: scene.fixture.project.slug, ...options.params },
  });
const names = (body: unknown) => (body as { name: string }[]).map((row) => row.name);

describe("columns", () => {
  it("are added at the end, changed, reordered, and keep unique names", async () => {
    const added = await call(createColumn, "POST", { body: { name: "QA" } });
    expect(added).toMatchObject({
      status: 201,
      body: { id: 7, name: "QA", color: "#5a6a80", sortOrder: 6, role: "normal" },
    });
    expect(await call(createColumn, "POST", { body: { name: "QA" } })).toMatchObject({
      status: 409,
      body: { code: "NAME_TAKEN" },
    });
    expect(await call(createColumn, "POST", { body: { color: "#fff" } })).toMatchObject({
      status: 400,
    });
    expect(
      await call(patchColumn, "PATCH", {
        params: { id: "7" },
        body: { name: "Check", role: "review", wipLimit: 3, wipHard: true },
      }),
    ).toMatchObject({
      status: 200,
      body: { name: "Check", role: "review", wipLimit: 3, wipHard: true },
    });
    expect(
      await call(patchColumn, "PATCH", { params: { id: "7" }, body: { name: "Done" } }),
    ).toMatchObject({ status: 409 });
    expect(
      await call(patchColumn, "PATCH", { params: { id: "99" }, body: { name: "x" } }),
    ).toMatchObject({ status: 404 });
    expect((await call(reorderColumn, "PATCH", { body: { columnId: 7, index: 1 } })).status).toBe(
      204,
    );
    expect(names((await call(listColumns, "GET")).body)).toEqual([
      "Backlog",
      "Check",
      "Todo",
      "InProgress",
      "Blocked",
      "Review",
      "Done",
    ]);
  });

  it("take their tickets' status along when renamed, without activity on the tickets", async () => {
    const before = await scene.test.database.prisma.activity.count({
      where: { ticketId: scene.fixture.tickets[0]?.id ?? 0 },
    });
    await call(patchColumn, "PATCH", { params: { id: "1" }, body: { name: "Later" } });
    expect((await call(readTicket, "GET", { params: { n: "1" } })).body).toMatchObject({
      status: "Later",
    });
    expect(
      await scene.test.database.prisma.activity.count({
        where: { ticketId: scene.fixture.tickets[0]?.id ?? 0 },
      }),
    ).toBe(before);
  });

  it("are deleted with a target only, and not while automations name them unless forced", async () => {
    const text = JSON.stringify({
      automations: [
        { id: "go", trigger: { type: "ticketInColumn", columns: ["Backlog"] }, actions: [] },
      ],
    });
    await scene.test.database.prisma.automationFile.create({
      data: {
        projectId: scene.fixture.project.id,
        path: "a",
        liveText: text,
        liveHash: sha256Hex(text),
      },
    });
    const remove = (query: Record<string, string>) =>
      call(deleteColumn, "DELETE", { params: { id: "1" }, query });
    expect((await remove({})).status).toBe(400);
    expect((await remove({ moveTicketsTo: "Nowhere" })).status).toBe(404);
    expect((await remove({ moveTicketsTo: "Backlog" })).status).toBe(404);
    expect(await remove({ moveTicketsTo: "Todo" })).toMatchObject({
      status: 422,
      body: { code: "COLUMN_IN_USE", details: { automations: ["go"] } },
    });
    expect((await remove({ moveTicketsTo: "Todo", force: "true" })).status).toBe(204);
    expect((await call(readTicket, "GET", { params: { n: "2" } })).body).toMatchObject({
      status: "Todo",
      sortOrder: 1,
    });
  });
});

describe("labels", () => {
  it("are created, listed by name, changed, and taken off tickets when deleted", async () => {
    expect(await call(createLabel, "POST", { body: { name: "zeta" } })).toMatchObject({
      status: 201,
      body: { id: 1, name: "zeta", color: "#6366f1" },
    });
    await call(createLabel, "POST", { body: { name: "alpha", color: "#112233" } });
    expect(names((await call(listLabels, "GET")).body)).toEqual(["alpha", "zeta"]);
    await call(patchTicket, "PATCH", { params: { n: "1" }, body: { labelIds: [1] } });
    expect(
      await call(patchLabel, "PATCH", { params: { id: "1" }, body: { name: "omega" } }),
    ).toMatchObject({ status: 200, body: { name: "omega", color: "#6366f1" } });
    expect((await call(deleteLabel, "DELETE", { params: { id: "1" } })).status).toBe(204);
    expect((await call(readTicket, "GET", { params: { n: "1" } })).body).toMatchObject({
      labels: [],
    });
    expect((await call(deleteLabel, "DELETE", { params: { id: "1" } })).status).toBe(404);
  });
});

describe("members", () => {
  it("are added once per slug, unassigned when removed, and come back", async () => {
    expect(await call(createMember, "POST", { body: { name: " Ada  Love_lace " } })).toMatchObject({
      status: 201,
      body: { slug: "ada-love-lace", kind: "person" },
    });
    expect(await call(createMember, "POST", { body: { name: "ADA LOVE LACE" } })).toMatchObject({
      status: 409,
    });
    expect(
      await call(createMember, "POST", { body: { name: "Bad/Name", kind: "agent" } }),
    ).toMatchObject({ status: 400 });
    expect(names((await call(listMembers, "GET")).body)).toEqual([
      "Ada  Love_lace",
      "Owner",
      "programmer",
    ]);
    expect((await call(deleteMember, "DELETE", { params: { id: "2" } })).status).toBe(204);
    expect((await call(readTicket, "GET", { params: { n: "1" } })).body).toMatchObject({
      assignedTo: null,
    });
    expect(
      await call(createMember, "POST", { body: { name: "programmer", kind: "agent" } }),
    ).toMatchObject({ status: 201, body: { id: 2, kind: "agent" } });
    expect(await call(deleteMember, "DELETE", { params: { id: "1" } })).toMatchObject({
      status: 409,
      body: { error: "cannot delete owner" },
    });
  });

  it("take slug and tickets along when a person is renamed, while an agent keeps its slug", async () => {
    await call(createMember, "POST", { body: { name: "Sam" } });
    await call(patchTicket, "PATCH", { params: { n: "2" }, body: { assignedTo: "sam" } });
    expect(
      await call(patchMember, "PATCH", { params: { id: "3" }, body: { name: "Samuel" } }),
    ).toMatchObject({ status: 200, body: { slug: "samuel", name: "Samuel" } });
    expect((await call(readTicket, "GET", { params: { n: "2" } })).body).toMatchObject({
      assignedTo: "samuel",
    });
    expect(
      await call(patchMember, "PATCH", { params: { id: "2" }, body: { name: "Coder" } }),
    ).toMatchObject({ body: { slug: "programmer", name: "Coder" } });
  });
});

describe("mentions and blockers", () => {
  it("finds whole handles only, in descriptions and comments", async () => {
    await call(patchTicket, "PATCH", {
      params: { n: "1" },
      body: { description: "ask @dev, please" },
    });
    await call(patchTicket, "PATCH", {
      params: { n: "2" },
      body: { description: "ask @developer or me@dev" },
    });
    const find = async (handle: string, query: Record<string, string> = {}) =>
      ((await call(mentions, "GET", { params: { handle }, query })).body as { id: number }[]).map(
        (ticket) => ticket.id,
      );
    expect(await find("dev")).toEqual([1]);
    await call(comment, "POST", { params: { n: "2" }, body: { content: "@dev" } });
    expect(await find("dev")).toEqual([2, 1]);
    expect(await find("de.")).toEqual([]);
    expect(await find("dev", { until: "2020-01-01T00:00:00" })).toEqual([]);
    expect(
      (await call(mentions, "GET", { params: { handle: "dev" }, query: { since: "soon" } })).status,
    ).toBe(400);
  });

  it("makes a ticket wait for another one, without circles", async () => {
    const block = (n: string, ticket: number) =>
      call(addBlocker, "POST", { params: { n }, body: { ticket } });
    expect((await block("2", 1)).status).toBe(204);
    expect(await block("1", 2)).toMatchObject({ status: 400, body: { code: "BLOCKER_CIRCLE" } });
    expect(await block("1", 1)).toMatchObject({ status: 400, body: { code: "BLOCKER_CIRCLE" } });
    expect((await call(readTicket, "GET", { params: { n: "2" } })).body).toMatchObject({
      blockers: [{ id: 1 }],
    });
    expect(
      (await call(removeBlocker, "DELETE", { params: { n: "2" }, body: { ticket: 1 } })).status,
    ).toBe(204);
    expect((await call(readTicket, "GET", { params: { n: "2" } })).body).toMatchObject({
      blockers: [],
    });
  });
});

it("every write that changed something wrote exactly one activity row, with its request id (S-23)", async () => {
  const count = () =>
    scene.test.database.prisma.activity.count({ where: { projectId: scene.fixture.project.id } });
  const writes: [
    Handler,
    string,
    Omit<Partial<RouteCall>, "params"> & { params?: Record<string, string> },
  ][] = [
    [createColumn, "POST", { body: { name: "QA" } }],
    [patchColumn, "PATCH", { params: { id: "7" }, body: { wipLimit: 2 } }],
    [reorderColumn, "PATCH", { body: { columnId: 7, index: 0 } }],
    [createLabel, "POST", { body: { name: "l" } }],
    [patchLabel, "PATCH", { params: { id: "1" }, body: { name: "m" } }],
    [createMember, "POST", { body: { name: "Zed" } }],
    [
      patchTicket,
      "PATCH",
      { params: { n: "1" }, body: { title: "new", assignedTo: "zed", labelIds: [1] } },
    ],
    [comment, "POST", { params: { n: "1" }, body: { content: "c" } }],
    [addBlocker, "POST", { params: { n: "2" }, body: { ticket: 1 } }],
    [deleteLabel, "DELETE", { params: { id: "1" } }],
    [deleteColumn, "DELETE", { params: { id: "7" }, query: { moveTicketsTo: "Todo" } }],
  ];
  for (const [handler, method, options] of writes) {
    const before = await count();
    const reply = await call(handler, method, {
      ...options,
      headers: { "x-request-id": `request-${before}` },
    });
    expect(reply.status, method).toBeLessThan(300);
    expect(await count()).toBe(before + 1);
    const row = await scene.test.database.prisma.activity.findFirstOrThrow({
      where: { projectId: scene.fixture.project.id },
      orderBy: { revision: "desc" },
    });
    expect(row).toMatchObject({
      requestId: `request-${before}`,
      actor: "owner",
      actorKind: "person",
    });
  }
});
