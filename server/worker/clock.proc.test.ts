/** clocks that jump, and a worker whose clock is not the database's. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { registerWorker } from "./register.ts";
import { systemClock } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { newUuid } from "../lib/ids.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { waitFor } from "../testing/wait-for.ts";
import type { WorkerContext } from "./context.ts";
import { startEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { reapRuns } from "./reap.ts";
import { createSupervisors } from "./supervisors.ts";

const HOUR_MS = 3_600_000;
const jumps = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, -600_000];

let harness: Harness;
let engines: Engine[];
beforeEach(async () => {
  harness = await createHarness();
  engines = [];
});
afterEach(async () => {
  // The engines of this file look after their runs until those have ended.
  await harness.prisma.run.updateMany({
    where: { state: { not: "ended" } },
    data: { stopRequestedAt: new Date(), stopRequestedBy: "test", stopRequestedByKind: "system" },
  });
  await waitFor(
    async () => (await harness.prisma.run.count({ where: { state: { not: "ended" } } })) === 0,
    { timeoutMs: 20_000, what: "the end of all runs" },
  );
  for (const engine of engines) await engine.stop();
  await harness.clean();
});

/** A wall clock that is off by `offsetMs`; durations are the machine's own. */
function clockOff(offset: { ms: number }): Clock {
  return { ...systemClock, now: () => new Date(Date.now() + offset.ms) };
}

async function contextWith(offset: { ms: number }, speed = "20"): Promise<WorkerContext> {
  const { context } = await createWorkerContext(harness.test, {
    dataDir: harness.dataDir,
    env: { FAKE_CLAUDE_SPEED: speed },
  });
  return { ...context, clock: clockOff(offset) };
}

async function engineWith(offset: { ms: number }, speed?: string): Promise<void> {
  const context = await contextWith(offset, speed);
  engines.push(await startEngine(context, { databaseUrl: harness.test.url, version: "test" }));
}

it("starts a ticket once and lets its agent finish while two workers' clocks jump by hours and days", async () => {
  const project = await harness.project({ tickets: [{ title: "scenario: slow-stream" }] });
  const [first, second] = [{ ms: 0 }, { ms: -600_000 }];
  await engineWith(first, "4");
  await engineWith(second, "4");
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "running" }, "a running agent");
  for (const [index, jump] of jumps.entries()) {
    first.ms = jump;
    second.ms = -jump;
    await harness.findRun({ id: run.id, nextSeq: { gt: 5 + index } }, "further events");
  }
  const ended = await harness.ended(run.id);

  expect(ended).toMatchObject({ outcome: "completed", processNumber: 1, fence: 1 });
  expect(await harness.prisma.run.count()).toBe(1);
  const kinds = (await harness.events(run.id)).map(({ kind }) => kind);
  expect(kinds).not.toContain("readopted");
}, 60_000);

it.each(jumps)(
  "does not take a living worker's run away when its clock is off by %i ms",
  async (ms) => {
    const project = await harness.project({ tickets: [{}] });
    const owner = newUuid();
    await registerWorker(harness.test.database, { id: owner, version: "test" });
    const run = await harness.prisma.run.create({
      data: {
        id: "b".repeat(32),
        projectId: project.project.id,
        agent: "programmer",
        cause: "trigger",
        causeText: {},
        prompt: "",
        maxTurns: 1,
        permissionLevel: "edit",
        timeoutSeconds: 1,
        cwd: project.workspace.path,
        contract: {},
        contractHash: "",
        admittedRevision: 0,
        state: "running",
        fence: 1,
        workerId: owner,
      },
    });
    await harness.prisma
      .$executeRaw`UPDATE "Run" SET "leaseUntil" = clock_timestamp() + interval '5 s'`;
    const context = await contextWith({ ms });
    expect(await reapRuns(context, createSupervisors())).toBe(0);
    await harness.prisma.run.update({ where: { id: run.id }, data: { state: "ended" } });
  },
);

it.each(jumps)(
  "keeps the pause before a retry when the clock is off by %i ms",
  async (ms) => {
    const project = await harness.project({ tickets: [{ title: "scenario: api-error-500" }] });
    await engineWith({ ms });
    await harness.drag(project, "Todo");
    const run = await harness.findRun({ state: "ended" }, "the end");
    const [pause] = await harness.prisma.$queryRaw<{ seconds: number }[]>`
    SELECT EXTRACT(EPOCH FROM "dueAt" - clock_timestamp())::float8 AS seconds FROM "Firing" WHERE "state" = 'owed'`;
    expect(pause?.seconds).toBeGreaterThan(30);
    expect(pause?.seconds).toBeLessThanOrEqual(72);

    const config = await readLiveAutomations(harness.test.database, project.project.id);
    const context = await contextWith({ ms });
    const { admitted } = await evaluateProject(context, project.project.id, () => true, config);
    expect(admitted).toBe(0);
    expect(await harness.prisma.run.count()).toBe(1);
    expect(run.outcome).toBe("failed");
  },
  40_000,
);
