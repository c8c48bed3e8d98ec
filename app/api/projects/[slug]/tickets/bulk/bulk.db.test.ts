import { describe, expect, it } from "vitest";
import type { BulkAnswer, BulkItem, TicketChange } from "#server/contracts/bulk.ts";
import { bulkAnswerSchema } from "#server/contracts/bulk.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { agentActor } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteReply } from "#server/testing/call-route.ts";
import { openRouteScene } from "#server/testing/route-scene.ts";
import { runRow } from "#server/testing/run-row.ts";
import { POST } from "./route.ts";

const scene = openRouteScene({
  agents: ["programmer"],
  labels: ["bug", "cart"],
  tickets: ["one", "two", "three", "four"].map((title) => ({ title })),
});

interface Asked {
  actor?: Actor;
  headers?: Record<string, string>;
}

function send(items: unknown, { actor = scene.fixture.owner, headers = {} }: Asked = {}) {
  return callRoute(POST, {
    actor,
    method: "POST",
    params: { slug: scene.fixture.project.slug },
    body: { items },
    headers,
  });
}

const answerOf = (reply: RouteReply): BulkAnswer => {
  expect(reply.status).toBe(200);
  return bulkAnswerSchema.parse(reply.body);
};

const all = (change: TicketChange, tickets: number[]): BulkItem[] =>
  tickets.map((ticket) => ({ ticket, change }));

/** What takes an answer back: the last first, so that each finds its neighbour. */
const undoOf = ({ items }: BulkAnswer): BulkItem[] =>
  items
    .flatMap(({ ticket, undo }) => (undo === null ? [] : [{ ticket, change: undo }]))
    .toReversed();

/** Ticket numbers by column, in their order. */
async function places(): Promise<Record<string, number[]>> {
  const rows = await scene.test.database.prisma.$queryRaw<{ name: string; numbers: number[] }[]>`
    SELECT c."name", array_agg(t."number" ORDER BY t."orderKey" COLLATE "C") AS "numbers"
      FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE t."projectId" = ${scene.fixture.project.id} AND t."deletedAt" IS NULL GROUP BY c."name"`;
  return Object.fromEntries(rows.map((row) => [row.name, row.numbers]));
}

const ticketRow = (number: number) =>
  scene.test.database.prisma.ticket.findFirstOrThrow({
    where: { projectId: scene.fixture.project.id, number },
    include: { labels: { include: { label: true } } },
  });

const idOf = async (number: number): Promise<number> => (await ticketRow(number)).id;

const activitiesOf = (number: number, kind: string) =>
  scene.test.database.prisma.activity.count({
    where: { projectId: scene.fixture.project.id, ticketNumber: number, kind },
  });

describe("POST tickets/bulk", () => {
  it("moves tickets in the order asked for, each with its own activity, and takes all back to their places", async () => {
    const answer = answerOf(await send(all({ do: "move", status: "Review" }, [3, 1, 2])));

    expect(answer.items.map(({ failure }) => failure)).toEqual([null, null, null]);
    expect(await places()).toEqual({ Review: [3, 1, 2], Backlog: [4] });
    expect(await activitiesOf(1, "ticket_moved")).toBe(1);

    answerOf(await send(undoOf(answer)));
    expect(await places()).toEqual({ Backlog: [1, 2, 3, 4] });
  });

  it("puts what is dropped in front of a card in front of it", async () => {
    await send(all({ do: "move", status: "Review" }, [4]));
    await send(all({ do: "move", status: "Review", before: 4 }, [1, 2]));

    expect(await places()).toEqual({ Review: [1, 2, 4], Backlog: [3] });
  });

  it("says for each ticket why it was refused, and carries the others out", async () => {
    await scene.test.database.prisma.boardColumn.update({
      where: { id: scene.fixture.columns["Review"]?.id ?? 0 },
      data: { wipLimit: 1, wipHard: true },
    });

    const { items } = answerOf(
      await send([
        ...all({ do: "move", status: "Review" }, [1, 2]),
        ...all({ do: "delete" }, [99]),
      ]),
    );

    expect(items.map((item) => [item.ticket, item.failure?.code ?? null])).toEqual([
      [1, null],
      [2, "COLUMN_FULL"],
      [99, "TICKET_UNKNOWN"],
    ]);
    expect(await places()).toEqual({ Review: [1], Backlog: [2, 3, 4] });
  });

  it("adds and takes labels without touching the others, and undoes only what it changed", async () => {
    await send([{ ticket: 1, change: { do: "edit", addLabels: [1] } }]);
    const answer = answerOf(await send(all({ do: "edit", addLabels: [1, 2] }, [1, 2])));
    const names = async (number: number) =>
      (await ticketRow(number)).labels.map(({ label }) => label.name).sort();
    expect([await names(1), await names(2)]).toEqual([
      ["bug", "cart"],
      ["bug", "cart"],
    ]);

    await send(undoOf(answer));
    expect([await names(1), await names(2)]).toEqual([["bug"], []]);
  });

  it("undoes an edit, but not what somebody wrote after it", async () => {
    const edit: TicketChange = { do: "edit", assignedTo: "programmer", priority: "Critical" };
    const answer = answerOf(await send(all(edit, [1, 2])));
    await send([{ ticket: 2, change: { do: "edit", priority: "Idea" } }]);

    const undone = answerOf(await send(undoOf(answer)));

    expect(undone.items.map((item) => item.failure?.code ?? null)).toEqual(["CHANGED_SINCE", null]);
    expect(await ticketRow(1)).toMatchObject({ assignee: null, priority: 1 });
    expect(await ticketRow(2)).toMatchObject({ assignee: "programmer", priority: 0 });
  });

  it("undoes a title and a description", async () => {
    const edit: TicketChange = { do: "edit", title: "  a new\none ", description: "Text" };
    const answer = answerOf(await send([{ ticket: 1, change: edit }]));
    expect(await ticketRow(1)).toMatchObject({ title: "a new one", description: "Text" });

    const undone = answerOf(await send(undoOf(answer)));

    expect(undone.items[0]?.failure).toBeNull();
    expect(await ticketRow(1)).toMatchObject({ title: "one", description: "" });
  });

  it("says of a change that changes nothing that there is nothing to undo", async () => {
    const { items } = answerOf(
      await send([
        { ticket: 1, change: { do: "edit", title: "one" } },
        { ticket: 2, change: { do: "move", status: "Backlog" } },
      ]),
    );

    expect(items.map(({ failure, undo }) => [failure, undo])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("deletes, and restores to the same places", async () => {
    const answer = answerOf(await send(all({ do: "delete" }, [1, 2])));
    expect(await places()).toEqual({ Backlog: [3, 4] });

    await send(undoOf(answer));
    expect(await places()).toEqual({ Backlog: [1, 2, 3, 4] });
  });

  it("stops what runs, says where nothing does, and asks for no undo of its files", async () => {
    const run = { ...runRow(scene.fixture.project.id, "a".repeat(32)), ticketId: await idOf(1) };
    await scene.test.database.prisma.run.create({ data: { ...run, state: "running" } });

    const { items } = answerOf(await send(all({ do: "stop" }, [1, 2])));

    expect(items).toMatchObject([
      { failure: null, stopped: ["a".repeat(32)], undo: null },
      { failure: { code: "NOTHING_RUNS" } },
    ]);
    expect(await scene.test.database.prisma.runUndo.count()).toBe(0);
    expect(await activitiesOf(1, "run_stop_requested")).toBe(1);
  });

  it("undoing a move stops and undoes what started after it, and leaves an older run at work", async () => {
    const older = { ...runRow(scene.fixture.project.id, "b".repeat(32)), ticketId: await idOf(1) };
    await scene.test.database.prisma.run.create({ data: { ...older, state: "running" } });
    const answer = answerOf(await send(all({ do: "move", status: "Todo" }, [1])));
    const { revision } = await scene.test.database.prisma.projectRevision.findUniqueOrThrow({
      where: { projectId: scene.fixture.project.id },
    });
    const started = {
      ...older,
      id: "c".repeat(32),
      agent: "reviewer",
      admittedRevision: revision + 1n,
    };
    await scene.test.database.prisma.run.create({ data: { ...started, state: "running" } });

    const undone = answerOf(await send(undoOf(answer)));

    expect(undone.items[0]?.stopped).toEqual(["c".repeat(32)]);
    const owed = await scene.test.database.prisma.runUndo.findMany({
      where: { projectId: scene.fixture.project.id },
    });
    expect(owed.map((row) => [row.runId, row.state])).toEqual([["c".repeat(32), "owed"]]);
    const untouched = await scene.test.database.prisma.run.findUniqueOrThrow({
      where: { id: "b".repeat(32) },
    });
    expect(untouched.stopRequestedAt).toBeNull();
  });

  it("does a repeated request once", async () => {
    const headers = { "idempotency-key": "bulk" };
    const items = all({ do: "move", status: "Review" }, [1, 2]);
    const first = await send(items, { headers });
    const second = await send(items, { headers });

    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replay")).toBe("true");
    expect(await activitiesOf(1, "ticket_moved")).toBe(1);
  });

  it("is for people who may write, and for no agent", async () => {
    const items = all({ do: "delete" }, [1]);
    const viewer: Actor = { ...scene.fixture.owner, role: "viewer", isMaintainer: false };
    const member: Actor = { ...scene.fixture.owner, role: "member", isMaintainer: false };

    expect(await send(items, { actor: viewer })).toMatchObject({
      status: 403,
      body: { code: "NOT_ALLOWED" },
    });
    expect(
      await send(items, { actor: agentActor(scene.fixture.project, "programmer") }),
    ).toMatchObject({
      status: 403,
      body: { code: "NOT_FOR_AGENTS" },
    });
    expect((await send(items, { actor: member })).status).toBe(200);
  });

  it("refuses no ticket, the same ticket twice, and words it does not know", async () => {
    for (const items of [
      [],
      [...all({ do: "delete" }, [1]), ...all({ do: "restore" }, [1])],
      [{ ticket: 1, change: { do: "paint" } }],
      [{ ticket: 1, change: { do: "delete", now: true } }],
    ]) {
      expect((await send(items)).status).toBe(400);
    }
    expect(await places()).toEqual({ Backlog: [1, 2, 3, 4] });
  });
});
