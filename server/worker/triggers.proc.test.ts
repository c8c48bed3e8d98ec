import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { moveTicket } from "../commands/move-ticket.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { waitFor } from "../testing/wait-for.ts";
import { makeDataDir, startEngineFixture } from "./fixtures/engine.ts";
import type { EngineFixture } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { ruleOn } from "./fixtures/trigger-scene.ts";

let test: TestDatabase;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let fixture: EngineFixture;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await makeDataDir();
});
afterAll(async () => {
  await dataDir.remove();
  await test.close();
});
afterEach(async () => {
  const { prisma } = test.database;
  await prisma.project.updateMany({ data: { isPaused: true } });
  await waitFor(
    async () => (await prisma.run.count({ where: { state: { not: "ended" } } })) === 0,
    {
      timeoutMs: 30_000,
      what: "the end of all runs",
    },
  );
  await fixture.stop();
  await project.workspace.remove();
  await prisma.project.deleteMany();
});

const ended = (automationId: string) =>
  test.database.prisma.run.findMany({
    where: { automationId, state: "ended" },
    orderBy: { createdAt: "asc" },
  });

it("wakes by itself at an interval's time and runs an agent without a ticket, again and again", async () => {
  project = await createEngineProject(test.database, {
    rules: [ruleOn("tick", { type: "interval", seconds: 1 })],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  const [first, second] = await waitFor(
    async () => {
      const runs = await ended("tick");
      return runs.length >= 2 ? runs : null;
    },
    { timeoutMs: 40_000, what: "two runs without a ticket" },
  );
  expect(first).toMatchObject({ ticketId: null, outcome: "completed", cause: "trigger" });
  expect(first?.startedAt).not.toBeNull();
  expect(second?.sessionId).not.toBe(first?.sessionId);
  expect(await test.database.prisma.agentSession.count()).toBe(0);
});

it("wakes by itself when a silence is over", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [ruleOn("quiet", { type: "statusChange", to: "Review", silenceSeconds: 2 })],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  const where = { projectId: project.project.id, number: 1 };
  await moveTicket(test.database, project.owner, { ...where, status: "Review" }, new Date());
  const run = await waitFor(async () => (await ended("quiet"))[0], {
    timeoutMs: 40_000,
    what: "the run after the silence",
  });
  const firing = await test.database.prisma.firing.findFirstOrThrow({
    where: { state: "admitted" },
  });
  expect(run).toMatchObject({ outcome: "completed", firingId: firing.id });
  expect(run.createdAt.getTime()).toBeGreaterThanOrEqual(firing.dueAt.getTime());
  expect(run.createdAt.getTime() - firing.dueAt.getTime()).toBeLessThan(5_000);
});
