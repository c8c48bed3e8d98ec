import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addComment } from "../../commands/comments.ts";
import { createTicket } from "../../commands/create-ticket.ts";
import { deleteTicket } from "../../commands/delete-ticket.ts";
import { readAutomations } from "../../queries/automations-answer.ts";
import { agentActor } from "../../testing/builders.ts";
import type { FixtureOptions } from "../../testing/builders.ts";
import type { TestDatabase } from "../../testing/database.ts";
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

async function open(rules: object[], options: FixtureOptions & { root?: object } = {}) {
  scene = await openScene(test, context, rules, options);
}

const at = (text: string): Date => new Date(`2026-03-27T${text}Z`);
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });
async function finishRun(): Promise<void> {
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await endRun(test.database, id, "completed");
}
const runCount = () => test.database.prisma.run.count();

describe("interval", () => {
  const nextRunAt = async (id = "tick") =>
    (
      await test.database.prisma.automationState.findFirstOrThrow({ where: { automationId: id } })
    ).nextRunAt?.toISOString();
  const scheduled = async () => {
    const [firing] = await scene.owed();
    return (firing?.payload as { scheduledFor?: string } | undefined)?.scheduledFor;
  };
  const settle = () => test.database.prisma.firing.updateMany({ data: { state: "closed" } });

  it("starts one period from now, says when to wake, and keeps its rhythm", async () => {
    await open([ruleOn("tick", { type: "interval", seconds: 90 })]);
    const first = await scene.poll(at("10:00:00"));
    expect(first).toEqual({ owed: 0, wakes: new Map([["tick", 90_000]]) });
    expect(await nextRunAt()).toBe("2026-03-27T10:01:30.000Z");
    expect(await scene.poll(at("10:01:00"))).toEqual({
      owed: 0,
      wakes: new Map([["tick", 30_000]]),
    });
    expect(await scene.poll(at("10:01:31"))).toMatchObject({ owed: 1 });
    expect(await scheduled()).toBe("2026-03-27T10:01:30.000Z");
    expect(await nextRunAt()).toBe("2026-03-27T10:03:00.000Z");
    expect(await scene.poll(at("10:01:32"))).toMatchObject({ owed: 0 });
  });

  it("an interval missed during a stop is caught up once", async () => {
    await open([ruleOn("tick", { type: "interval", seconds: 60 })]);
    await scene.poll(at("10:00:00"));
    expect(await scene.poll(at("14:30:20"))).toMatchObject({ owed: 1 });
    expect(await nextRunAt()).toBe("2026-03-27T14:31:00.000Z");
    expect(await scene.poll(at("14:30:21"))).toMatchObject({ owed: 0 });
    expect(await scene.owed()).toHaveLength(1);
  });

  it("two workers at once fire it once", async () => {
    await open([ruleOn("tick", { type: "interval", seconds: 60 })]);
    await scene.poll(at("10:00:00"));
    const polls = await Promise.all(Array.from({ length: 4 }, () => scene.poll(at("10:01:00"))));
    expect(polls.reduce((sum, { owed }) => sum + owed, 0)).toBe(1);
  });

  it("reads a cron in the project's time zone, across the change of the clocks", async () => {
    await open([ruleOn("tick", { type: "interval", cron: "0 9 * * *" })], {
      timeZone: "Europe/Paris",
    });
    await scene.poll(at("10:00:00"));
    expect(await nextRunAt()).toBe("2026-03-28T08:00:00.000Z");
    expect(await scene.poll(new Date("2026-03-28T08:00:00Z"))).toMatchObject({ owed: 1 });
    expect(await nextRunAt()).toBe("2026-03-29T07:00:00.000Z");
    await settle();

    await scene.reload([ruleOn("tick", { type: "interval", cron: "0 9 * * *" })], {
      timeZone: "America/New_York",
    });
    expect(await scene.poll(new Date("2026-03-28T12:00:00Z"))).toMatchObject({ owed: 0 });
    expect(await nextRunAt()).toBe("2026-03-28T13:00:00.000Z");
  });

  it("reads the crons of an imported project in UTC", async () => {
    await open([ruleOn("tick", { type: "interval", cron: "0 9 * * *" })], {
      timeZone: "Europe/Paris",
    });
    await test.database.prisma.project.updateMany({ data: { isImported: true } });
    await scene.poll(at("10:00:00"));
    expect(await nextRunAt()).toBe("2026-03-28T09:00:00.000Z");
  });

  it("begins anew without firing when its rhythm is edited or it is switched on again", async () => {
    await open([ruleOn("tick", { type: "interval", seconds: 60 })]);
    await scene.poll(at("10:00:00"));
    await scene.reload([ruleOn("tick", { type: "interval", seconds: 3600 })]);
    expect(await scene.poll(at("12:00:00"))).toMatchObject({ owed: 0 });
    expect(await nextRunAt()).toBe("2026-03-27T13:00:00.000Z");
    await scene.reload([
      { ...ruleOn("tick", { type: "interval", seconds: 3600 }), enabled: false },
    ]);
    await scene.reload([ruleOn("tick", { type: "interval", seconds: 3600 })]);
    expect(await scene.poll(at("20:00:00"))).toMatchObject({ owed: 0 });
    expect(await nextRunAt()).toBe("2026-03-27T21:00:00.000Z");
  });

  it("a bad cron does not stop other triggers", async () => {
    await open([
      ruleOn("bad", { type: "interval", cron: "0 25 * * *" }),
      ruleOn("tick", { type: "interval", cron: "30 10 * * *" }),
    ]);
    await scene.poll(at("10:00:00"));
    expect(await scene.poll(at("10:30:00"))).toMatchObject({ owed: 1 });
    expect((await scene.owed()).map(({ automationId }) => automationId)).toEqual(["tick"]);
  });
});

describe("a run without a ticket", () => {
  const fire = async (rule: object, options: Parameters<typeof open>[1] = {}) => {
    await open([rule], options);
    await scene.poll(at("10:00:00"));
    await scene.poll(at("11:00:00"));
    return scene.evaluate();
  };
  const every = { type: "interval", seconds: 60 };

  it("is admitted, is one per automation, and settles", async () => {
    expect(await fire(ruleOn("tick", every))).toMatchObject({ admitted: 1 });
    const run = await activeRun();
    expect(run).toMatchObject({
      ticketId: null,
      automationId: "tick",
      agent: "programmer",
      groupName: "workspace",
      isResume: false,
      columnBefore: null,
    });
    expect(run.sessionId).not.toBeNull();
    await test.database.prisma.automationState.updateMany({ data: { nextRunAt: at("12:00:00") } });
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.owed()).toHaveLength(1);

    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    const second = await activeRun();
    expect(second.sessionId).not.toBe(run.sessionId);
    await finishRun();
    expect(await test.database.prisma.reservation.count({ where: { closedAt: null } })).toBe(0);
  });

  it("of a reader is in the agent's own group, and in the named group where there is one", async () => {
    const reader = { programmer: "---\ntype: analyst\n---\nYou read.\n" };
    scene = await openScene(test, context, [ruleOn("tick", every)], { skills: reader });
    await scene.poll(at("10:00:00"));
    await scene.poll(at("11:00:00"));
    await scene.evaluate();
    expect(await activeRun()).toMatchObject({ groupName: "programmer" });
    await finishRun();
    const named = { type: "runAgent", agent: "programmer", concurrencyGroup: "night-{ticketId}" };
    await scene.reload([{ id: "tick", trigger: every, actions: [named] }]);
    await test.database.prisma.automationState.updateMany({ data: { nextRunAt: at("12:00:00") } });
    await scene.evaluate();
    expect(await activeRun()).toMatchObject({ groupName: "night-none" });
  });

  it("waits for a group that is busy", async () => {
    const busy = ruleOn("busy", { type: "ticketInColumn", columns: ["Todo"] });
    await open([busy, ruleOn("tick", every)], { tickets: [{ status: "Todo" }] });
    await scene.poll(at("10:00:00"));
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await activeRun()).toMatchObject({ automationId: "busy" });
    expect(await scene.owed("tick")).toHaveLength(1);
    const { rows } = await readAutomations(test.database, scene.project, new Date());
    expect(rows.map(({ id, owed }) => [id, owed?.code, owed?.sentence?.text])).toEqual([
      ["busy", undefined, undefined],
      ["tick", "GROUP_BUSY", "Group workspace is busy: programmer works on #1"],
    ]);
    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await activeRun()).toMatchObject({ automationId: "tick", ticketId: null });
  });

  it("is tried again after a failure, a limited number of times", async () => {
    expect(await fire(ruleOn("tick", { ...every, maxConsecutiveRuns: 3 }))).toMatchObject({
      admitted: 1,
    });
    await test.database.prisma.automationState.updateMany({ data: { nextRunAt: inMinutes(600) } });
    const causes: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const run = await test.database.prisma.run.findFirst({ where: { state: { not: "ended" } } });
      if (!run) break;
      causes.push(run.cause);
      await pretendRunning(test.database, run.id);
      await endRun(test.database, run.id, "failed");
      await test.database.prisma.firing.updateMany({
        where: { state: "owed" },
        data: { dueAt: new Date(Date.now() - 1_000) },
      });
      await scene.evaluate();
    }
    expect(causes).toEqual(["trigger", "retry", "retry"]);
    expect(await test.database.prisma.inboxItem.findMany()).toMatchObject([{ kind: "stuck" }]);
  });

  it("that failed is not started anew by the next occurrence, but after the pause of a retry", async () => {
    expect(await fire(ruleOn("tick", every))).toMatchObject({ admitted: 1 });
    await test.database.prisma.automationState.updateMany({ data: { nextRunAt: at("12:00:00") } });
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    const run = await activeRun();
    await pretendRunning(test.database, run.id);
    await endRun(test.database, run.id, "failed");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    const { endedAt } = await test.database.prisma.run.findFirstOrThrow();
    const occurrence = async () =>
      (await scene.owed("tick")).find(({ cause }) => cause === "trigger");
    expect(await occurrence()).toMatchObject({
      failures: 1,
      dueAt: new Date((endedAt?.getTime() ?? 0) + 72_000),
    });

    await test.database.prisma.firing.updateMany({
      where: { cause: "retry" },
      data: { dueAt: new Date(Date.now() - 1_000) },
    });
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await activeRun()).toMatchObject({ cause: "retry", attempt: 2 });
    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await activeRun()).toMatchObject({ cause: "trigger" });
  });

  it("is held by conditions about a ticket, and judged by conditions about the board", async () => {
    const count = { type: "ticketCountInColumn", columns: ["Todo"], operator: "==", value: 0 };
    const about = [{ type: "labels", labels: ["x"], negate: true }];
    expect(await fire({ ...ruleOn("tick", every), conditions: about })).toMatchObject({
      admitted: 0,
    });
    expect(await scene.closed()).toEqual(["CONDITION"]);
    await scene.workspace.remove();
    await test.database.prisma.project.deleteMany();
    expect(
      await fire(
        { ...ruleOn("tick", every), conditions: [count] },
        { tickets: [{ status: "Todo" }] },
      ),
    ).toMatchObject({ admitted: 0 });
    await scene.move(1, "Done");
    await test.database.prisma.automationState.updateMany({ data: { nextRunAt: at("12:00:00") } });
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  });

  it("of an imported project takes other conditions about tickets for true", async () => {
    const rule = (id: string, condition: object) => ({
      ...ruleOn(id, every),
      conditions: [condition],
    });
    await open([
      rule("labels", { type: "labels", labels: ["x"] }),
      rule("column", { type: "ticketInColumn", columns: ["Todo"] }),
      rule("children", { type: "allSubTicketsInStatus" }),
      rule("same", { type: "ticketCountInColumn", sameAssignee: true }),
    ]);
    await test.database.prisma.project.updateMany({ data: { isImported: true } });
    await scene.poll(at("10:00:00"));
    await scene.poll(at("11:00:00"));
    await scene.evaluate();
    expect(await activeRun()).toMatchObject({ automationId: "labels" });
    expect(await runCount()).toBe(1);
    expect(await scene.closed()).toEqual(["CONDITION", "CONDITION", "CONDITION"]);
  });
});

describe("boardIdle", () => {
  const idle = ruleOn("idle", { type: "boardIdle" });

  it("fires on the edge to an idle board, not at first contact and not again", async () => {
    await open([idle], { tickets: [{ status: "Done" }, { status: "Todo" }] });
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await scene.move(2, "Review");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
    expect(await scene.poll()).toMatchObject({ owed: 0 });

    await scene.reload([{ ...idle, enabled: false }]);
    await scene.reload([idle]);
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    expect(await scene.poll()).toMatchObject({ owed: 0 });
  });

  it("boardIdle's own run does not fire it again", async () => {
    await open([idle], { tickets: [{ status: "Todo" }] });
    await scene.poll();
    await scene.move(1, "Done");
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    const run = await activeRun();
    const actor = agentActor(scene.project, "programmer", { runId: run.id });
    const where = { projectId: scene.project.id, number: 1 };
    await addComment(test.database, actor, { ...where, content: "all quiet" }, new Date());
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    await finishRun();
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.owed()).toEqual([]);
    expect(await runCount()).toBe(1);
  });

  it("is armed again by a ticket that left, also when it is back by the next look", async () => {
    await open([idle], { tickets: [{ status: "Todo" }] });
    await scene.poll();
    await scene.move(1, "Done");
    await scene.evaluate();
    await finishRun();
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await scene.move(1, "Review");
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await scene.move(1, "Todo");
    await scene.move(1, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 1 });
  });

  it("is armed again by a new ticket outside, and fires when that is gone", async () => {
    await open([idle], { tickets: [{ status: "Done" }] });
    await scene.poll();
    const input = { projectId: scene.project.id, title: "New", status: "Todo" };
    await createTicket(test.database, scene.owner, input, new Date());
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    const where = { projectId: scene.project.id, number: 2 };
    await deleteTicket(test.database, scene.owner, where, new Date());
    expect(await scene.poll()).toMatchObject({ owed: 1 });
  });

  it("does not take an empty board, or one with an active run, for idle", async () => {
    await open([idle], { tickets: [{ status: "Todo" }] });
    await scene.poll();
    await deleteTicket(
      test.database,
      scene.owner,
      { projectId: scene.project.id, number: 1 },
      new Date(),
    );
    expect(await scene.poll()).toMatchObject({ owed: 0 });

    const input = { projectId: scene.project.id, title: "New", status: "Todo" };
    await createTicket(test.database, scene.owner, input, new Date());
    await scene.reload([idle, ruleOn("work", { type: "ticketInColumn", columns: ["Todo"] })]);
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    await scene.move(2, "Done");
    expect(await scene.poll()).toMatchObject({ owed: 0 });
    await finishRun();
    expect(await scene.poll()).toMatchObject({ owed: 1 });
  });

  it("waits for the minutes it asks for, without interruption", async () => {
    await open([ruleOn("idle", { type: "boardIdle", minutes: 10 })], {
      tickets: [{ status: "Todo" }],
    });
    await scene.poll();
    await scene.move(1, "Done");
    const from = Date.now();
    const later = (minutes: number) => scene.poll(new Date(from + minutes * 60_000));
    expect((await later(0)).wakes.get("idle")).toBe(600_000);
    expect(await later(9)).toMatchObject({ owed: 0 });
    await scene.move(1, "Todo");
    expect(await later(10)).toMatchObject({ owed: 0 });
    await scene.move(1, "Done");
    expect((await later(11)).wakes.get("idle")).toBe(600_000);
    expect(await later(21)).toMatchObject({ owed: 1 });
  });

  it("does not start on a board that went back to work while the firing waited", async () => {
    await open([idle], { tickets: [{ status: "Todo" }] });
    await scene.poll();
    await scene.move(1, "Done");
    await scene.poll();
    await scene.move(1, "Todo");
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
    expect(await scene.closed()).toEqual(["NO_MATCH"]);
  });
});

describe("agentInactivity", () => {
  const quiet = ruleOn("quiet", { type: "agentInactivity", minutesIdle: 45 });
  const count = async (minutes: number) => (await scene.poll(inMinutes(minutes))).owed;

  it("agentInactivity fires once per quiet period", async () => {
    await open([quiet], { tickets: [{ status: "Todo" }] });
    expect((await scene.poll()).wakes.get("quiet")).toBe(45 * 60_000);
    expect(await count(44)).toBe(0);
    expect(await count(46)).toBe(1);
    expect(await count(600)).toBe(0);
    await scene.move(1, "Review");
    expect(await count(44)).toBe(0);
    expect(await count(46)).toBe(1);
    expect(await count(47)).toBe(0);
  });

  it("is not ended by its own run, nor by what that writes", async () => {
    await open([quiet], { tickets: [{ status: "Backlog" }] });
    await scene.poll();
    expect(await count(46)).toBe(1);
    await test.database.prisma.firing.updateMany({ data: { dueAt: new Date(Date.now() - 1_000) } });
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    const run = await activeRun();
    const actor = agentActor(scene.project, "programmer", { runId: run.id });
    const where = { projectId: scene.project.id, number: 1 };
    await addComment(test.database, actor, { ...where, content: "still there?" }, new Date());
    await finishRun();
    expect(await count(600)).toBe(0);
  });

  it("counts from the end of a run with a ticket", async () => {
    await open([quiet, ruleOn("work", { type: "ticketInColumn", columns: ["Todo"] })], {
      tickets: [{ status: "Todo" }],
    });
    await scene.poll();
    expect(await count(46)).toBe(1);
    expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
    expect(await count(600)).toBe(1);
    await finishRun();
    expect(await count(44)).toBe(0);
    expect(await count(600)).toBe(1);
  });

  it("does not count from before it was there", async () => {
    await open([], { tickets: [{ status: "Todo" }] });
    await scene.reload([quiet]);
    const later = inMinutes(1_000);
    expect(await scene.poll(later)).toMatchObject({ owed: 0 });
    expect(await scene.poll(new Date(later.getTime() + 44 * 60_000))).toMatchObject({ owed: 0 });
    expect(await scene.poll(new Date(later.getTime() + 46 * 60_000))).toMatchObject({ owed: 1 });
  });
});
