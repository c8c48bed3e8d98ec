import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
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
  const due = await recordStatements(() => tick(parts));
  const idle = await recordStatements(() => tick(parts));
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
  expect(small).toBeLessThanOrEqual(18);
});
