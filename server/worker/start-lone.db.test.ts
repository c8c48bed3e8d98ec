import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { moveTicket } from "../commands/move-ticket.ts";
import { readRun } from "../queries/run.ts";
import { createOwner } from "../testing/builders.ts";
import { recordStatements } from "../testing/count-statements.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { ClaimedRun } from "./claim.ts";
import type { WorkerContext } from "./context.ts";
import { pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createSchedule } from "./schedule.ts";
import { createSupervisors } from "./supervisors.ts";
import { tick } from "./tick.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;
let schedule: ReturnType<typeof createSchedule>;
let started: ClaimedRun[];

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [{ type: "runAgent", agent: "programmer", concurrencyGroup: "code" }],
};

beforeAll(async () => {
  test = await createTestDatabase();
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
  await pretendWorker(test.database, context.workerId);
});
afterAll(() => test.close());
beforeEach(async () => {
  started = [];
  schedule = createSchedule();
  project = await createEngineProject(test.database, { tickets: [{}, {}], rules: [rule] });
  // A look at a board where nothing waits, after which the board is known.
  await look();
});
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.worker.deleteMany({ where: { id: { not: context.workerId } } });
  await test.database.prisma.project.deleteMany();
});

/** Statements of one turn of the engine after a change on the board. */
async function look(): Promise<string[]> {
  schedule.hint(project.project.id);
  const execute = (run: ClaimedRun): Promise<void> => Promise.resolve(void started.push(run));
  const parts = { context, schedule, supervisors: createSupervisors(), execute };
  return recordStatements(() => tick({ ...parts, isDraining: () => false }));
}

async function drag(number: number): Promise<void> {
  const owner = await createOwner(test.database);
  const move = { projectId: project.project.id, number, status: "Todo" };
  await moveTicket(test.database, owner, move, new Date());
}

const runs = () => test.database.prisma.run.findMany({ orderBy: { createdAt: "asc" } });
/** Reads of the whole board. */
const boards = (statements: string[]) =>
  statements.filter((text) => text.includes("isEverythingPaused"));

it("a card that waits alone is judged once, under locks, and taken with its admission", async () => {
  await drag(1);
  const statements = await look();
  const [run] = await runs();
  expect(started).toEqual([{ id: run?.id, fence: 1 }]);
  expect(run).toMatchObject({ state: "starting", workerId: context.workerId, fence: 1 });
  expect(run?.leaseUntil?.getTime()).toBeGreaterThan(run?.claimedAt?.getTime() ?? 0);
  expect(boards(statements)).toHaveLength(1);
  expect(statements.some((text) => text.includes("SKIP LOCKED"))).toBe(false);
});

it("two cards are looked at first, since one of them goes before the other", async () => {
  await drag(1);
  await drag(2);
  expect(boards(await look())).toHaveLength(2);
  expect(started).toHaveLength(1);
});

it("says who dragged it, and the gates as they stood", async () => {
  await drag(1);
  await look();
  const [run] = await runs();
  const detail = await readRun(test.database, project.project.id, run?.id ?? "");
  expect(detail.cause.values).toMatchObject({ actor: "owner" });
  expect(detail.gates.every((gate) => gate.pass)).toBe(true);
  const group = detail.gates.find((gate) => gate.code === "GROUP_BUSY");
  expect(group?.expected).toEqual({ free: "code" });
});

it("is looked at like all others once it was refused, until it changes", async () => {
  await drag(1);
  await look();
  const [run] = await runs();
  await pretendRunning(test.database, run?.id ?? "");
  await drag(2);
  const refused = await look();
  const again = await look();
  expect(started).toHaveLength(1);
  const locks = (statements: string[]) =>
    statements.filter((text) => text.includes('"SlotPool" WHERE "id" = 1 FOR NO KEY UPDATE'));
  expect([locks(refused).length, locks(again).length]).toEqual([1, 0]);
});

it("shares with other workers: no more than eight go with their admission", async () => {
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 24 } });
  await pretendWorker(test.database, "other-worker");
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  const own = { ...rule, actions: [{ ...rule.actions[0], concurrencyGroup: "t-{ticketId}" }] };
  const tickets = Array.from({ length: 10 }, () => ({ status: "Todo" }));
  project = await createEngineProject(test.database, { tickets, rules: [own] });
  const statements = await look();
  expect(started).toHaveLength(10);
  expect(statements.filter((text) => text.includes("SKIP LOCKED"))).toHaveLength(1);
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });
});
