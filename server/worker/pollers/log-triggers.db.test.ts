import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addComment } from "../../commands/comments.ts";
import { createTicket } from "../../commands/create-ticket.ts";
import { deleteTicket } from "../../commands/delete-ticket.ts";
import { patchTicket } from "../../commands/patch-ticket.ts";
import { removeParent, setParent } from "../../commands/set-parent.ts";
import { explainTicket } from "../../queries/why.ts";
import { writeActivity } from "../../store/activity.ts";
import { inTransaction } from "../../store/transaction.ts";
import { agentActor } from "../../testing/builders.ts";
import type { FixtureOptions } from "../../testing/builders.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { waitFor } from "../../testing/wait-for.ts";
import type { WorkerContext } from "../context.ts";
import { endRun, pretendRunning } from "../fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "../fixtures/trigger-scene.ts";
import type { TriggerScene } from "../fixtures/trigger-scene.ts";

let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

async function open(rules: object[], options: FixtureOptions = {}): Promise<void> {
  scene = await openScene(test, context, rules, { tickets: [{ status: "Todo" }], ...options });
}

const say = (content: string, actor: Parameters<typeof addComment>[1] = scene.owner, number = 1) =>
  addComment(test.database, actor, { projectId: scene.project.id, number, content }, new Date());
const numberOf = (ticketId: number | null) =>
  scene.tickets.find((ticket) => ticket.id === ticketId)?.number;
const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });
async function finishRun(): Promise<void> {
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await endRun(test.database, id, "completed");
}

const toDone = ruleOn("done", { type: "statusChange", to: "Done" });

describe("statusChange", () => {
  it("owes one firing to a ticket that moved as it says, with the move", async () => {
    await open([ruleOn("done", { type: "statusChange", from: "Review", to: "Done" })], {
      tickets: [{ status: "Todo" }, { status: "Review" }],
    });
    await scene.move(1, "Done");
    await scene.move(2, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
    const [firing, ...more] = await scene.owed();
    expect(more).toEqual([]);
    expect(numberOf(firing?.ticketId ?? null)).toBe(2);
    expect(firing?.payload).toMatchObject({
      transition: { from: "Review", to: "Done", author: "owner", authorKind: "person" },
    });
    expect(await scene.poll()).toMatchObject({ owed: 0 });
  });

  it("names the person who moved the ticket as the cause of the run", async () => {
    await open([toDone]);
    await scene.move(1, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect((await activeRun()).causeText).toMatchObject({
      actor: "owner",
      actorKind: "person",
      movedTo: "Done",
    });
  });

  it("history is not fired at first contact, nor when it is switched on again or retyped", async () => {
    await open([]);
    await scene.move(1, "Done");
    await scene.reload([toDone]);
    expect(await scene.poll()).toMatchObject({ owed: 0 });

    await scene.reload([{ ...toDone, enabled: false }]);
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    await scene.reload([toDone]);
    expect(await scene.poll()).toMatchObject({ owed: 0 });

    await scene.reload([ruleOn("done", { type: "ticketCommentAdded" })]);
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    await scene.reload([toDone]);
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await test.database.prisma.automationState.deleteMany();
    expect(await scene.poll()).toMatchObject({ owed: 0 });

    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
  });

  it("two statusChange automations keep their own cursors", async () => {
    const second = ruleOn("also", { type: "statusChange", to: "Done" });
    await open([toDone]);
    await scene.move(1, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
    await scene.reload([toDone, second]);
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 2 });
    expect(await scene.owed("done")).toHaveLength(1);
    expect(await scene.owed("also")).toHaveLength(1);
  });

  it("does not fire for its own move, but for another rule's", async () => {
    const mover = ruleOn(
      "mover",
      { type: "ticketInColumn", columns: ["Todo"] },
      {
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "programmer" },
        ],
      },
    );
    const mirror = ruleOn("mirror", { type: "statusChange", to: "InProgress" });
    await open([mover, mirror]);
    await scene.evaluate();
    expect(await scene.owed()).toEqual([]);
    await scene.poll();
    expect(await scene.owed("mirror")).toHaveLength(1);

    await scene.reload([{ ...mover, trigger: { type: "statusChange", to: "InProgress" } }]);
    await finishRun();
    await scene.move(1, "Todo");
    await scene.move(1, "InProgress");
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.owed()).toEqual([]);
  });

  it("is due after the silence it asks for, counted from the last word of a person or agent", async () => {
    const quiet = ruleOn("done", { type: "statusChange", to: "Done", silenceSeconds: 600 });
    await open([quiet]);
    await scene.move(1, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    const lastAt = async () =>
      (
        await test.database.prisma.activity.findFirstOrThrow({
          where: { actorKind: { in: ["person", "agent"] }, ticketId: { not: null } },
          orderBy: { revision: "desc" },
        })
      ).at.getTime();
    const due = async () => ((await scene.owed())[0]?.dueAt.getTime() ?? 0) - (await lastAt());
    expect(await due()).toBe(600_000);

    await say("one more thing");
    await scene.evaluate();
    expect(await due()).toBe(600_000);
    const agent = agentActor(scene.project, "programmer", { ticket: scene.tickets[0] ?? null });
    await say("noted", agent);
    await scene.evaluate();
    expect(await due()).toBe(600_000);

    const before = (await scene.owed())[0]?.dueAt;
    const { id, number } = scene.tickets[0] ?? { id: 0, number: 0 };
    await inTransaction(test.database, (tx) =>
      writeActivity(tx, {
        projectId: scene.project.id,
        ticket: { id, number },
        actor: { kind: "automation", slug: "other", runId: null, automationId: "other" },
        kind: "ticket_changed",
      }),
    );
    await scene.evaluate();
    expect((await scene.owed())[0]?.dueAt).toEqual(before);
  });

  it("starts by itself once the silence is over, and not a moment before", async () => {
    await open([ruleOn("done", { type: "statusChange", to: "Done", silenceSeconds: 1 })]);
    await scene.move(1, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    const run = await waitFor(async () =>
      (await scene.evaluate()).admitted > 0 ? activeRun() : null,
    );
    const [firing] = await test.database.prisma.firing.findMany({
      where: { id: run.firingId ?? 0 },
    });
    expect(run.createdAt.getTime()).toBeGreaterThanOrEqual(firing?.dueAt.getTime() ?? Infinity);
  });

  it("leaving its column closes what is owed, also before it is due, and says why", async () => {
    await open([ruleOn("done", { type: "statusChange", to: "Done", silenceSeconds: 600 })]);
    await scene.move(1, "Done");
    await scene.evaluate();
    expect(await scene.owed()).toHaveLength(1);
    await scene.move(1, "Todo");
    await scene.evaluate();
    expect(await scene.owed()).toEqual([]);
    expect(await scene.closed()).toEqual(["NO_MATCH"]);
  });

  it("Done, Todo, Done leaves one owed firing, of the newest move", async () => {
    await open([ruleOn("done", { type: "statusChange", to: "Done", silenceSeconds: 600 })]);
    await scene.move(1, "Done");
    await scene.poll();
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    await scene.evaluate();
    const owed = await scene.owed();
    expect(owed).toHaveLength(1);
    const moves = await test.database.prisma.activity.findMany({
      where: { kind: "ticket_moved" },
      orderBy: { revision: "desc" },
    });
    expect(owed[0]?.sourceSeq).toBe(moves[0]?.revision);
    expect(owed[0]?.dueAt.getTime()).toBe((moves[0]?.at.getTime() ?? 0) + 600_000);
  });

  it("closes what it owes when it is switched off, removed or retyped", async () => {
    await open([toDone, ruleOn("gone", { type: "statusChange", to: "Done" })]);
    await scene.move(1, "Done");
    await scene.poll();
    await scene.reload([{ ...toDone, enabled: false }]);
    expect(await scene.closed()).toEqual(["automation_off", "automation_off"]);

    await scene.reload([toDone]);
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    await scene.poll();
    expect(await scene.owed()).toHaveLength(1);
    await scene.reload([ruleOn("done", { type: "subTicketStatus" })]);
    expect(await scene.owed()).toEqual([]);
  });

  it("does not take being created in a column for a move", async () => {
    await open([toDone]);
    const input = { projectId: scene.project.id, title: "New", status: "Done" };
    await createTicket(test.database, scene.owner, input, new Date());
    expect(await scene.poll()).toMatchObject({ owed: 0 });
  });
});

describe("ticketInColumn", () => {
  const where = () => ({ projectId: scene.project.id, number: 1 });
  const why = async () =>
    (await explainTicket(test.database, scene.project.id, 1, {}, new Date())).automations[0];

  it("waits for its poll where it does not follow changes", async () => {
    await open([ruleOn("todo", { type: "ticketInColumn", columns: ["Todo"], immediate: false })], {
      tickets: [{ status: "Backlog" }],
    });
    await scene.evaluate();
    await scene.move(1, "Todo");
    expect((await why())?.gates.find(({ code }) => code === "NOT_DUE")?.pass).toBe(false);
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  });

  it("takes only tickets that enter from now on, where its state says so", async () => {
    await open([ruleOn("todo", { type: "ticketInColumn", columns: ["Todo"] })]);
    const { prisma } = test.database;
    const { revision } = await prisma.projectRevision.findFirstOrThrow();
    await prisma.automationState.updateMany({ data: { startsAfter: revision } });
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    await addComment(test.database, scene.owner, { ...where(), content: "here" }, new Date());
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect((await why())?.gates.find(({ code }) => code === "NO_MATCH")).toMatchObject({
      pass: false,
      actual: [{ part: "entered_before" }],
    });
    await scene.move(1, "Backlog");
    await scene.move(1, "Todo");
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  });
});

describe("what is owed", () => {
  it("a firing refused by a full group stays owed and is admitted later", async () => {
    const busy = ruleOn("busy", { type: "ticketInColumn", columns: ["InProgress"] });
    await open([busy, toDone], { tickets: [{ status: "InProgress" }, { status: "Todo" }] });
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    await scene.move(2, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.owed("done")).toHaveLength(1);
    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await activeRun()).toMatchObject({ automationId: "done", cause: "trigger" });
    expect(await scene.owed()).toEqual([]);
  });

  it("a label added weeks later does not start a firing that was closed", async () => {
    const ready = { ...toDone, conditions: [{ type: "labels", labels: ["ready"] }] };
    await open([ready], { labels: ["ready"] });
    await scene.move(1, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.closed()).toEqual(["CONDITION"]);
    const at = { projectId: scene.project.id, number: 1 };
    await patchTicket(test.database, scene.owner, { ...at, labelIds: [1] }, new Date());
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await test.database.prisma.run.count()).toBe(0);
  });

  it("goes on where one trigger cannot be polled", async () => {
    await open([ruleOn("broken", { type: "boardIdle" }), toDone]);
    await scene.move(1, "Done");
    const { prisma } = test.database;
    await prisma.$executeRaw`
      ALTER TABLE "AutomationState" ADD CONSTRAINT "cannot_be_stored" CHECK ("automationId" <> 'broken' OR "edge" IS NULL)`;
    try {
      await scene.poll();
    } finally {
      await prisma.$executeRaw`ALTER TABLE "AutomationState" DROP CONSTRAINT "cannot_be_stored"`;
    }
    expect(await scene.owed("done")).toHaveLength(1);
  });
});

describe("subTicketStatus", () => {
  const children = { tickets: [{ status: "InProgress" }, { status: "Todo" }, { status: "Todo" }] };
  const input = (number: number) => ({ projectId: scene.project.id, number });
  const attach = (number: number, parent: number) =>
    setParent(test.database, scene.owner, { ...input(number), parentId: parent }, new Date());

  it("fires on the parent once, with everything that happened to its sub-tickets", async () => {
    await open([ruleOn("parent", { type: "subTicketStatus" })], children);
    await attach(2, 1);
    await attach(3, 1);
    await scene.move(2, "Done");
    await deleteTicket(test.database, scene.owner, input(3), new Date());
    const added = { projectId: scene.project.id, title: "Another", parentId: 1 };
    await createTicket(test.database, scene.owner, added, new Date());
    await scene.poll();
    const [firing, ...more] = await scene.owed();
    expect(more).toEqual([]);
    expect(numberOf(firing?.ticketId ?? null)).toBe(1);
    expect(firing?.payload).toMatchObject({
      children: [
        { number: 2, change: "added" },
        { number: 3, change: "added" },
        { number: 2, change: "moved", from: "Todo", to: "Done" },
        { number: 3, change: "removed" },
        { number: 4, change: "added" },
      ],
    });
    await removeParent(test.database, scene.owner, input(2), new Date());
    await scene.poll();
    const [merged] = await scene.owed();
    const payload = merged?.payload as { children?: unknown[] } | undefined;
    expect(payload?.children?.at(-1)).toMatchObject({ number: 2, change: "removed" });
  });

  it("fires only while the parent is in its column, and closes when it leaves", async () => {
    await open([ruleOn("parent", { type: "subTicketStatus", parentColumn: "InProgress" })], {
      tickets: [...children.tickets, { status: "Backlog" }],
      isPaused: false,
    });
    await attach(3, 4);
    await scene.poll();
    expect(await scene.owed()).toEqual([]);
    await attach(2, 1);
    await scene.poll();
    expect(await scene.owed()).toHaveLength(1);
    await scene.move(1, "Review");
    await scene.evaluate();
    expect(await scene.owed()).toEqual([]);
    expect(await scene.closed()).toEqual(["NO_MATCH"]);
  });

  it("says nothing about moves of tickets without a parent", async () => {
    await open([ruleOn("parent", { type: "subTicketStatus" })], children);
    await scene.move(2, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 0 });
  });
});

describe("ticketCommentAdded", () => {
  const authorsOf = async () =>
    (await scene.owed()).flatMap(({ payload }) =>
      (payload as { comments: { author: string }[] }).comments.map(({ author }) => author),
    );

  it("hears anybody but the agent it would wake, automations and the system", async () => {
    await open([ruleOn("any", { type: "ticketCommentAdded" })], { agents: ["qa"] });
    const ticket = scene.tickets[0] ?? null;
    await say("from the owner");
    await say("from another agent", agentActor(scene.project, "qa", { ticket }));
    await say("from the agent itself", agentActor(scene.project, "programmer", { ticket }));
    await scene.poll();
    expect(await authorsOf()).toEqual(["owner", "qa"]);
    expect(await scene.owed()).toHaveLength(1);
  });

  it("hears automations only where they are named, and never its own words", async () => {
    const chatty = ruleOn(
      "chatty",
      { type: "ticketCommentAdded", authors: ["owner", "automation"] },
      { actions: [{ type: "addComment", content: "Thanks" }] },
    );
    const listener = ruleOn("listener", { type: "ticketCommentAdded", authors: ["automation"] });
    const anybody = ruleOn("anybody", { type: "ticketCommentAdded" });
    await open([chatty, listener, anybody]);
    await say("hello");
    await scene.poll();
    expect((await scene.owed()).map(({ automationId }) => automationId)).toEqual([
      "chatty",
      "anybody",
    ]);
    await scene.evaluate();
    expect(await test.database.prisma.comment.count({ where: { author: "automation" } })).toBe(1);
    await scene.poll();
    expect(await scene.owed("chatty")).toEqual([]);
    expect(await scene.owed("listener")).toHaveLength(1);
    expect(await test.database.prisma.firing.count({ where: { automationId: "anybody" } })).toBe(1);
  });

  it("hears comments that an action makes beside a move", async () => {
    const mover = ruleOn(
      "mover",
      { type: "ticketInColumn", columns: ["Todo"] },
      {
        actions: [
          { type: "moveTicketStatus", to: "Review" },
          { type: "addComment", content: "Moved on", author: "router" },
        ],
      },
    );
    await open([mover, ruleOn("listener", { type: "ticketCommentAdded", authors: ["router"] })]);
    await scene.evaluate();
    await scene.poll();
    expect(await authorsOf()).toEqual(["router"]);
  });

  it("takes whole handles for mentions", async () => {
    await open([ruleOn("named", { type: "ticketCommentAdded", mentions: ["ann"] })]);
    await say("hello @anna");
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await say("hello @Ann, look");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
  });
});
