/**
 * several schedulers on one database, without a lock between them. What happened is told by
 * the agents and workers themselves; the checker sees nothing else.
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { endRun, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createHistory, findViolations } from "./fixtures/model/history.ts";
import type { History } from "./fixtures/model/history.ts";
import { createSchedule } from "./schedule.ts";
import { createSupervisors } from "./supervisors.ts";
import { tick } from "./tick.ts";

const TICKETS = Number(process.env["SIGNALBOX_TEST_SCHEDULER_TICKETS"] ?? 200);
const CAPACITY = 6;
const agents = ["ann", "bob", "cid"];

let test: TestDatabase;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: CAPACITY } });
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

/** A scheduler of its own process, as far as it can tell: its own id, schedule and claims. */
async function createScheduler(history: History) {
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  const { context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs });
  const schedule = createSchedule();
  const working = new Set<Promise<void>>();
  return {
    async look(): Promise<void> {
      schedule.hint(project.project.id);
      await tick({
        context,
        schedule,
        supervisors: createSupervisors(),
        isDraining: () => false,
        execute: async (run) => {
          const work = workOn(context, history, run.id).finally(() => working.delete(work));
          working.add(work);
          await Promise.resolve();
        },
      });
    },
    rest: () => Promise.all(working),
  };
}

/** The agent: notes when it began and ended by itself, between the claim and the settlement. */
async function workOn(context: WorkerContext, history: History, id: string): Promise<void> {
  const { prisma } = test.database;
  const actor = context.workerId;
  const found = performance.now();
  const run = await prisma.run.findUniqueOrThrow({ where: { id }, include: { ticket: true } });
  const of = { actor, run: id, ticket: run.ticket?.number ?? 0, group: run.groupName ?? "" };
  const isOurs = run.workerId === actor && run.fence === 1 && run.state === "starting";
  history.operations.push({
    ...of,
    op: "claim",
    start: found,
    end: found,
    result: isOurs ? "ok" : "not ours",
  });
  await history.record(
    { ...of, op: "work" },
    () => prisma.run.update({ where: { id }, data: { state: "running", startedAt: new Date() } }),
    () => "ok",
  );
  await history.record(
    { ...of, op: "settle" },
    () => endRun(test.database, id, "completed"),
    () => "ok",
  );
}

it.each([2, 5])(
  "%i schedulers keep every limit, start each ticket once and share the work",
  async (count) => {
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
            {
              type: "runAgent",
              agent: "{assignee}",
              concurrencyGroup: "{assignee}",
              maxCostUsd: 1,
            },
          ],
        },
      ],
      tickets: Array.from({ length: TICKETS }, (_, index) => ({
        status: "Todo",
        assignedTo: agents[index % agents.length] ?? null,
      })),
    });
    const history = createHistory();
    const schedulers = await Promise.all(
      Array.from({ length: count }, () => createScheduler(history)),
    );
    const settled = () => history.operations.filter(({ op }) => op === "settle").length;
    const deadline = performance.now() + 500_000;
    await Promise.all(
      schedulers.map(async ({ look }) => {
        while (settled() < TICKETS && performance.now() < deadline) await look();
      }),
    );
    for (const { look } of schedulers) await look();
    await Promise.all(schedulers.map(({ rest }) => rest()));

    expect(findViolations(history.operations, { tickets: TICKETS, capacity: CAPACITY })).toEqual(
      [],
    );
    const claims = new Map<string, number>();
    for (const { op, actor } of history.operations) {
      if (op === "claim") claims.set(actor, (claims.get(actor) ?? 0) + 1);
    }
    expect(claims.size).toBe(count);
    for (const share of claims.values()) expect(share).toBeGreaterThanOrEqual(TICKETS / 10);
    expect(await test.database.prisma.run.count()).toBe(TICKETS);
  },
  560_000,
);
