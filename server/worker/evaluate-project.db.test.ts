import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { patchTicket } from "../commands/patch-ticket.ts";
import { startRun } from "../commands/start-run.ts";
import { stopRun } from "../commands/stop-run.ts";
import { withdrawRun } from "../commands/withdraw-run.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { explainTicket } from "../queries/why.ts";
import { agentActor } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { endRun, pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

const programs = { keeperPath: "unused", fakeClaude: "unused" };

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const feedback = {
  id: "feedback",
  trigger: { type: "ticketCommentAdded", authors: ["owner"] },
  actions: [{ type: "runAgent", agent: "programmer" }],
};
const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};

async function evaluate(): Promise<number> {
  const { id } = project.project;
  const config = await readLiveAutomations(test.database, id);
  return (await evaluateProject(context, id, () => true, config)).admitted;
}

const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });
const column = async () =>
  (
    await test.database.prisma.ticket.findFirstOrThrow({
      where: { number: 1 },
      include: { column: true },
    })
  ).column.name;
const where = () => ({ projectId: project.project.id, number: 1 });
const ticketWhere = () => ({ projectId: project.project.id, ticketNumber: 1 });
const why = async () =>
  (await explainTicket(test.database, project.project.id, 1, {}, new Date())).waits?.code ?? null;

async function runOnce(outcome: Parameters<typeof endRun>[2]): Promise<string> {
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await endRun(test.database, id, outcome);
  return id;
}

const stays = {
  id: "stays",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [{ type: "runAgent", agent: "programmer" }],
};

it("does not start a ticket again that its run left in the column, until a person touches it", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays],
  });
  expect(await evaluate()).toBe(1);
  await runOnce("completed");
  expect(await evaluate()).toBe(0);
  expect(await why()).toBe("NOTHING_CHANGED");
  const inbox = await test.database.prisma.inboxItem.findMany();
  expect(inbox).toMatchObject([{ kind: "not_moved" }]);

  const self = agentActor(project.project, "programmer", { ticket: project.tickets[0] ?? null });
  await addComment(test.database, self, { ...where(), content: "my own words" }, new Date());
  expect(await evaluate()).toBe(0);

  await addComment(
    test.database,
    project.owner,
    { ...where(), content: "please look again" },
    new Date(),
  );
  expect(await evaluate()).toBe(1);
});

it("makes exactly one resumed run of any number of comments that came during a run", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code, feedback],
  });
  expect(await evaluate()).toBe(1);
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  for (const content of ["first", "second"]) {
    await addComment(test.database, project.owner, { ...where(), content }, new Date());
    expect(await evaluate()).toBe(0);
  }
  const owed = await test.database.prisma.firing.findMany({ where: { state: "owed" } });
  expect(owed).toHaveLength(1);
  expect(owed[0]?.payload).toMatchObject({ comments: [{ author: "owner" }, { author: "owner" }] });

  await endRun(test.database, id, "completed");
  expect(await evaluate()).toBe(1);
  expect(await activeRun()).toMatchObject({ automationId: "feedback", cause: "trigger" });
  await runOnce("completed");
  expect(await evaluate()).toBe(0);
  expect(await test.database.prisma.run.count()).toBe(2);
});

it("does not fire for comments that were there before the rule", async () => {
  project = await createEngineProject(test.database, { tickets: [{}], rules: [] });
  await addComment(test.database, project.owner, { ...where(), content: "history" }, new Date());
  await test.database.prisma.automationState.deleteMany();
  expect(await evaluate()).toBe(0);
  expect(await test.database.prisma.firing.count()).toBe(0);
});

it("puts a failed run's ticket back when nobody touched it, and tries again later", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code],
  });
  await evaluate();
  await runOnce("failed");
  expect(await column()).toBe("Todo");
  expect(await why()).toBe("BACKOFF");
  expect(await evaluate()).toBe(0);

  await test.database.prisma.firing.updateMany({ data: { dueAt: new Date(Date.now() - 1_000) } });
  expect(await evaluate()).toBe(1);
  expect(await activeRun()).toMatchObject({ cause: "retry", attempt: 2 });
});

it("leaves a failed run's ticket where a person put it", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code],
  });
  await evaluate();
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await moveTicket(test.database, project.owner, { ...where(), status: "Review" }, new Date());
  await endRun(test.database, id, "failed");
  expect(await column()).toBe("Review");
});

it("moves a ticket to the blocked column when its tries are spent, and waits for a person", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code],
  });
  await evaluate();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await runOnce("failed");
    await test.database.prisma.firing.updateMany({
      where: { state: "owed" },
      data: { dueAt: new Date(Date.now() - 1_000) },
    });
    expect(await evaluate()).toBe(attempt < 5 ? 1 : 0);
  }
  expect(await column()).toBe("Blocked");
  expect(await test.database.prisma.comment.count({ where: { author: "system" } })).toBe(1);
  expect(await test.database.prisma.inboxItem.count({ where: { kind: "stuck" } })).toBe(1);
});

it("holds an agent that a person stopped: edits and comments do not start it again, a drag does", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays],
  });
  await evaluate();
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await stopRun(
    test.database,
    project.owner,
    { projectId: project.project.id, runId: id },
    new Date(),
  );
  await endRun(test.database, id, "stopped");
  expect(await column()).toBe("Todo");

  await patchTicket(
    test.database,
    project.owner,
    { ...where(), description: "Now with more words" },
    new Date(),
  );
  await addComment(
    test.database,
    project.owner,
    { ...where(), content: "and a comment" },
    new Date(),
  );
  expect(await evaluate()).toBe(0);
  expect(await why()).toBe("STOPPED_BY_PERSON");

  await moveTicket(test.database, project.owner, { ...where(), status: "Backlog" }, new Date());
  expect(await evaluate()).toBe(0);
  await moveTicket(test.database, project.owner, { ...where(), status: "Todo" }, new Date());
  expect(await evaluate()).toBe(1);
});

it("withdraws a queued run at once when it is stopped, and frees its money", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code],
  });
  await evaluate();
  const { id } = await activeRun();
  await stopRun(
    test.database,
    project.owner,
    { projectId: project.project.id, runId: id },
    new Date(),
  );
  expect(await test.database.prisma.run.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "ended",
    outcome: "stopped",
  });
  expect(await test.database.prisma.reservation.count({ where: { closedAt: null } })).toBe(0);
});

it("starts by hand what no rule selects, and queues first in line what is only busy", async () => {
  project = await createEngineProject(test.database, { tickets: [{}, {}], rules: [code] });
  const first = await startRun(test.database, project.owner, {
    ...ticketWhere(),
    agent: "programmer",
  });
  expect(first).toHaveProperty("runId");
  expect(await activeRun()).toMatchObject({
    cause: "manual",
    automationId: "code",
    columnAfter: "InProgress",
  });

  const second = await startRun(test.database, project.owner, {
    projectId: project.project.id,
    ticketNumber: 2,
    agent: "programmer",
  });
  expect(second).toMatchObject({ waiting: "GROUP_BUSY" });
  await runOnce("completed");
  expect(await evaluate()).toBe(1);
  expect(await test.database.prisma.run.count({ where: { ticket: { number: 2 } } })).toBe(1);
});

it("takes back a start that waits", async () => {
  project = await createEngineProject(test.database, { tickets: [{}, {}], rules: [code] });
  await startRun(test.database, project.owner, {
    projectId: project.project.id,
    ticketNumber: 2,
    agent: "programmer",
  });
  await startRun(test.database, project.owner, { ...ticketWhere(), agent: "programmer" });
  await withdrawRun(test.database, project.owner, ticketWhere(), new Date());
  await runOnce("completed");
  expect(await evaluate()).toBe(0);
});

it("refuses a start that waiting cannot help", async () => {
  project = await createEngineProject(test.database, { tickets: [{}], rules: [code] });
  await expect(startRun(test.database, project.owner, ticketWhere())).rejects.toMatchObject({
    status: 422,
    code: "AGENT_UNAVAILABLE",
  });
});

it("never runs two of a group at once and starts each ticket once with five schedulers", async () => {
  const agents = ["a", "b", "c"];
  project = await createEngineProject(test.database, {
    agents,
    skills: Object.fromEntries(agents.map((agent) => [agent, `Skill of ${agent}`])),
    root: { dailyBudgetUsd: null },
    rules: [
      {
        id: "code",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "{assignee}", concurrencyGroup: "{assignee}", maxCostUsd: 1 },
        ],
      },
    ],
    tickets: Array.from({ length: 40 }, (_, index) => ({
      status: "Todo",
      assignedTo: agents[index % 3] ?? null,
    })),
  });
  let isOver = false;
  const schedulers = Array.from({ length: 5 }, async () => {
    while (!isOver) await evaluate();
  });
  const deadline = Date.now() + 150_000;
  while (
    (await test.database.prisma.run.count({ where: { state: "ended" } })) < 40 &&
    Date.now() < deadline
  ) {
    const active = await test.database.prisma.run.findMany({ where: { state: { not: "ended" } } });
    for (const run of active) {
      await pretendRunning(test.database, run.id);
      await endRun(test.database, run.id, "completed");
    }
  }
  isOver = true;
  await Promise.all(schedulers);

  const runs = await test.database.prisma.run.findMany({ orderBy: { admittedRevision: "asc" } });
  expect(runs).toHaveLength(40);
  expect(new Set(runs.map((run) => run.ticketId)).size).toBe(40);
  for (const agent of agents) {
    const ofGroup = runs.filter((run) => run.groupName === agent);
    for (const [index, run] of ofGroup.entries()) {
      const next = ofGroup[index + 1];
      if (next)
        expect(next.createdAt.getTime()).toBeGreaterThanOrEqual(run.endedAt?.getTime() ?? Infinity);
    }
  }
  const revisions = await test.database.prisma.activity.findMany({
    orderBy: { revision: "asc" },
    select: { revision: true },
  });
  expect(revisions.map((row) => Number(row.revision))).toEqual(
    revisions.map((_, index) => index + 1),
  );
}, 180_000);
