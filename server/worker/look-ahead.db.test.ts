import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { moveTicket } from "../commands/move-ticket.ts";
import { createOwner } from "../testing/builders.ts";
import { recordStatements } from "../testing/count-statements.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { waitFor } from "../testing/wait-for.ts";
import type { WorkerContext } from "./context.ts";
import { pretendWorker } from "./fixtures/admission.ts";
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

const ruleInGroup = (concurrencyGroup: string) => ({
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 3_600 },
  actions: [{ type: "runAgent", agent: "programmer", concurrencyGroup }],
});

beforeAll(async () => {
  test = await createTestDatabase();
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
  await pretendWorker(test.database, context.workerId);
});
afterAll(() => test.close());
beforeEach(async () => {
  schedule = createSchedule();
  const rules = [ruleInGroup("code")];
  project = await createEngineProject(test.database, { tickets: [{}, {}], rules });
  // After it the worker knows the project.
  await look();
});
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

/** Statements of one turn of the engine. */
function look(): Promise<string[]> {
  const execute = () => Promise.resolve();
  const parts = { context, schedule, supervisors: createSupervisors(), execute };
  return recordStatements(() => tick({ ...parts, isDraining: () => false }));
}

/** A person's drag, and the notification of it. */
async function drag(number: number): Promise<void> {
  await dragUnheard(number);
  const { id: projectId } = project.project;
  const { revision } = await test.database.prisma.projectRevision.findUniqueOrThrow({
    where: { projectId },
  });
  schedule.heard(projectId, Number(revision));
}

async function dragUnheard(number: number): Promise<void> {
  const owner = await createOwner(test.database);
  const move = { projectId: project.project.id, number, status: "Todo" };
  await moveTicket(test.database, owner, move, new Date());
}

const groups = async () =>
  (await test.database.prisma.run.findMany()).map(({ groupName }) => groupName);

it("asks for what waits beside the overview of the tick, and once", async () => {
  await drag(1);
  const statements = await look();
  const at = (part: string) =>
    statements.flatMap((text, index) => (text.includes(part) ? index : []));
  const [candidates, ...more] = at("first AS MATERIALIZED");
  const [overview] = at(`"hasOrphans"`);
  expect(more).toEqual([]);
  expect(candidates).toBeLessThan(overview ?? 0);
  expect(await groups()).toEqual(["code"]);
});

it("a look that a pause made useless is due again", async () => {
  const { id } = project.project;
  await drag(1);
  await test.database.prisma.project.update({ where: { id }, data: { isPaused: true } });
  await look();
  expect(await groups()).toEqual([]);
  await test.database.prisma.project.update({ where: { id }, data: { isPaused: false } });
  await look();
  expect(await groups()).toEqual(["code"]);
});

it("a look of a turn that failed is due again", async () => {
  await drag(1);
  const { sql } = context.database;
  const failing = { ...sql, $queryRaw: () => Promise.reject(new Error("the database is away")) };
  Object.assign(context.database, { sql: failing });
  await expect(look()).rejects.toThrow("the database is away");
  Object.assign(context.database, { sql });
  await look();
  expect(await groups()).toEqual(["code"]);
});

it("goes by the configuration in force, not by the one that it looked ahead with", async () => {
  await drag(1);
  const liveText = JSON.stringify({ automations: [ruleInGroup("other")] });
  await test.database.prisma.automationFile.update({
    where: { projectId: project.project.id },
    data: { liveText, liveHash: "another" },
  });
  await look();
  expect(await groups()).toEqual(["other"]);
});

it("what changes after the question rings again", async () => {
  await drag(1);
  const turn = look();
  // The question is on its way: this card is not in its answer.
  await drag(2);
  await turn;
  await look();
  expect(await test.database.prisma.gateResult.count({ where: { code: "GROUP_BUSY" } })).toBe(1);
});

it("sees soon what no notification told", async () => {
  await dragUnheard(1);
  await waitFor(async () => {
    await look();
    return (await groups()).length > 0;
  });
  expect(await groups()).toEqual(["code"]);
});
