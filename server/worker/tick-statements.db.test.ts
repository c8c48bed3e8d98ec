import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settleRun } from "../commands/settle-run.ts";
import { recordStatements } from "../testing/count-statements.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { admitByRule, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createSchedule } from "./schedule.ts";
import { createSupervisors } from "./supervisors.ts";
import { tick } from "./tick.ts";

let test: TestDatabase;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });
});

/** A board on which so many tickets wait in the one column that a rule looks at. */
async function makeBoard(tickets: number): Promise<void> {
  project = await createEngineProject(test.database, { tickets: [{ status: "Todo" }] });
  await test.database.prisma.$executeRaw`
    INSERT INTO "Ticket" ("projectId", "number", "title", "columnId", "orderKey", "createdBy")
    SELECT t."projectId", n, 'Ticket ' || n, t."columnId", 'b00' || lpad(n::text, 6, '0') || 'V', t."createdBy"
      FROM "Ticket" t, generate_series(2, ${tickets}) AS n WHERE t."id" = ${project.tickets[0]?.id ?? 0}`;
}

const isAsked = (text: string): boolean => !text.startsWith("SET ");

/** Statements of the second look at a board where nothing can start, and of one with nothing due. */
async function countTicks(tickets: number): Promise<{ due: number; idle: number }> {
  await makeBoard(tickets);
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 0 } });
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  const { context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs });
  const schedule = createSchedule();
  const parts = { context, schedule, supervisors: createSupervisors(), isDraining: () => false };
  await tick(parts);
  schedule.hint(project.project.id);
  // A connection that opens meanwhile says its settings first.
  const ask = async () => (await recordStatements(() => tick(parts))).filter(isAsked);
  const due = await ask();
  const idle = await ask();
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  return { due: due.length, idle: idle.length };
}

async function countAdmission(tickets: number): Promise<number> {
  await makeBoard(tickets);
  const { id } = project.project;
  const statements = await recordStatements(async () => {
    const admission = await admitByRule(test.database, id, project.tickets[0]?.id ?? 0, "code");
    expect(admission.kind).toBe("admitted");
  });
  // The advice the admission was asked with: the board and the ticket.
  const asked = 2;
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  return statements.filter((text) => !/^(BEGIN|COMMIT|SET )/.test(text)).length - asked;
}

it("looks at a board with the same few statements whatever its number of tickets", async () => {
  const small = await countTicks(10);
  expect(await countTicks(1_000)).toEqual(small);
  expect(small.idle).toBe(1);
  // The overview, the board, the candidates of the one column, their facts; and what is noted of them.
  expect(small.due).toBeLessThanOrEqual(5);
});

it("admits with the same few statements whatever the number of tickets", async () => {
  const small = await countAdmission(10);
  expect(await countAdmission(1_000)).toBe(small);
  // Locks (twice where a group is new), board, ticket, what the run takes over, and two that write.
  expect(small).toBeLessThanOrEqual(8);
});

const ownGroups = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer", concurrencyGroup: "ticket-{ticketId}" },
  ],
};

/** Statements of the tick that admits and claims so many tickets, and of all their ends at once. */
async function countStarts(tickets: number): Promise<{ tick: number; ends: number }> {
  project = await createEngineProject(test.database, {
    tickets: Array.from({ length: tickets }, () => ({ status: "Todo" })),
    rules: [ownGroups],
  });
  const { database } = test;
  await database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 24 } });
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  const { context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs });
  const claimed: string[] = [];
  const execute = ({ id }: { id: string }): Promise<void> => {
    claimed.push(id);
    return Promise.resolve();
  };
  const parts = { context, schedule: createSchedule(), supervisors: createSupervisors(), execute };
  const started = await recordStatements(() => tick({ ...parts, isDraining: () => false }));
  expect(claimed).toHaveLength(tickets);
  await database.prisma.run.updateMany({ data: { state: "running", startedAt: new Date() } });
  const { id: projectId } = project.project;
  const ended = await recordStatements(() =>
    Promise.all(
      claimed.map((runId) =>
        settleRun(database, {
          projectId,
          runId,
          fence: 1,
          outcome: "completed",
          message: "done",
          exitCode: 0,
          exitSignal: null,
          resetsAt: null,
          now: new Date(),
          random01: 0,
        }),
      ),
    ),
  );
  expect(await database.prisma.run.count({ where: { state: "ended" } })).toBe(tickets);
  const rows = await database.prisma.activity.findMany({ orderBy: { revision: "asc" } });
  expect(rows.map((row) => Number(row.revision))).toEqual(rows.map((_, index) => index + 1));
  await project.workspace.remove();
  await database.prisma.project.deleteMany();
  const isCounted = (text: string): boolean => !/^(BEGIN|COMMIT|SET )/.test(text);
  return { tick: started.filter(isCounted).length, ends: ended.filter(isCounted).length };
}

it("admits, claims and ends ten tickets with hardly more statements than one", async () => {
  const one = await countStarts(1);
  const ten = await countStarts(10);
  // Lock, read, write.
  expect(one.ends).toBeLessThanOrEqual(3);
  // The first end goes at once, what comes meanwhile goes together.
  expect(ten.ends).toBeLessThanOrEqual(2 * one.ends);
  // Beside a second claim.
  expect(ten.tick).toBeLessThanOrEqual(one.tick + 1);
});
