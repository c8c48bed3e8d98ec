/** Stop while there is no agent yet: whatever the start is doing, none is left and none follows. */
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findRunProcesses } from "../agent/process-tree.ts";
import { stopRun } from "../commands/stop-run.ts";
import type { Failpoint } from "../lib/failpoint.ts";
import { explainTicket } from "../queries/why.ts";
import { waitFor } from "../testing/wait-for.ts";
import { readLives } from "./fixtures/agent-lives.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import type { EngineProject } from "./fixtures/project.ts";

let harness: Harness;
let project: EngineProject;

/** Its ticket stays in the column that starts agents: only the stop holds it. */
const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
  actions: [{ type: "runAgent", agent: "programmer" }],
};

beforeEach(async () => {
  harness = await createHarness();
  project = await harness.project({
    tickets: [{ title: "scenario: long-sleep" }],
    rules: [rule],
  });
});
afterEach(() => harness.clean());

it.each<[failpoint: Failpoint, agents: number]>([
  ["start.afterPrepare", 0],
  ["start.afterCheckpoint", 0],
  ["spawn.beforeBegin", 1],
  ["spawn.afterBegin", 1],
])("ends a run that is stopped at %s, from two tabs at once", async (failpoint, agents) => {
  const worker = await harness.worker({}, { SIGNALBOX_FAILPOINT: `${failpoint}:pause` });
  await harness.drag(project, "Todo");
  await waitForStandstill(worker.child.pid ?? 0);
  const run = await harness.findRun({ state: "starting" }, "a run that is starting");

  await stopFromTwoTabs(run.id);
  worker.child.kill("SIGCONT");

  await expectStopped(run.id);
  expect((await readLives(harness.dataDir)).length).toBeLessThanOrEqual(agents);
});

it("does not wait for a keeper that stands still on its way to the agent", async () => {
  await harness.worker({}, { SIGNALBOX_FAILPOINT: "keeper.afterStarted:pause" });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "starting" }, "a run that is starting");
  const started = await waitFor(
    () => readFile(`${harness.processDir(run.id)}/started`, "utf8").catch(() => null),
    { timeoutMs: 30_000, what: "a keeper that owns the start" },
  );
  const { keeper } = JSON.parse(started) as { keeper: { pid: number } };
  await waitForStandstill(keeper.pid);

  await stopFromTwoTabs(run.id);

  await expectStopped(run.id);
  expect(await readLives(harness.dataDir)).toEqual([]);
  await expect(stateOf(keeper.pid)).resolves.toBeNull();
});

it("starts no agent for a run that was stopped while no worker was there", async () => {
  const worker = await harness.worker({}, { SIGNALBOX_FAILPOINT: "start.afterPrepare:kill" });
  await harness.drag(project, "Todo");
  await waitFor(() => worker.child.signalCode === "SIGKILL", {
    timeoutMs: 30_000,
    what: "the worker's death",
  });
  const run = await harness.findRun({ state: "starting" }, "a run that is starting");

  await stopFromTwoTabs(run.id);
  await harness.worker();

  await expectStopped(run.id);
  expect(await readLives(harness.dataDir)).toEqual([]);
});

it("calls a start that fails after its stop stopped, and owes no other try", async () => {
  const worker = await harness.worker(
    { claudeBin: "/nowhere/claude" },
    { SIGNALBOX_FAILPOINT: "spawn.beforeBegin:pause" },
  );
  await harness.drag(project, "Todo");
  await waitForStandstill(worker.child.pid ?? 0);
  const run = await harness.findRun({ state: "starting" }, "a run that is starting");

  await stopFromTwoTabs(run.id);
  worker.child.kill("SIGCONT");

  await expectStopped(run.id);
  expect(await harness.prisma.firing.count({ where: { state: "owed" } })).toBe(0);
});

/** Both are answered, one of them has an effect. */
async function stopFromTwoTabs(runId: string): Promise<void> {
  const stop = () =>
    stopRun(
      harness.test.database,
      project.owner,
      { projectId: project.project.id, runId },
      new Date(),
    );
  await Promise.all([stop(), stop()]);
  const told = await harness.prisma.activity.count({ where: { kind: "run_stop_requested" } });
  expect(told).toBe(1);
}

async function expectStopped(runId: string): Promise<void> {
  const ended = await harness.ended(runId);
  expect(ended).toMatchObject({ outcome: "stopped", stopRequestedBy: "owner" });
  expect(findRunProcesses({ runId, agent: null })).toEqual([]);
  const kinds = (await harness.events(runId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "stop_requested").length).toBeLessThanOrEqual(1);
  expect(kinds.filter((kind) => kind === "ended")).toHaveLength(1);

  // The rule has looked at the ticket several times since.
  const marks = await harness.prisma.$queryRaw<{ due: Date }[]>`
    SELECT clock_timestamp() + interval '2500 ms' AS due`;
  await waitFor(
    () => harness.prisma.worker.findFirst({ where: { lastTickAt: { gt: marks[0]?.due } } }),
    { timeoutMs: 30_000, what: "further ticks" },
  );
  expect(await harness.prisma.run.count()).toBe(1);
  const ticket = await harness.prisma.ticket.findFirstOrThrow({ include: { column: true } });
  expect(ticket.column.name).toBe("Todo");
  const { automations } = await explainTicket(
    harness.test.database,
    project.project.id,
    1,
    {},
    new Date(),
  );
  const refused = automations.flatMap(({ gates }) => gates.filter(({ pass }) => !pass));
  expect(refused.map(({ code }) => code)).toContain("STOPPED_BY_PERSON");
}

async function waitForStandstill(pid: number): Promise<void> {
  await waitFor(async () => (await stateOf(pid)) === "T", {
    timeoutMs: 30_000,
    what: "a process that stands still",
  });
}

/** State letter of a process; null: it is gone. */
async function stateOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[0] || null;
}
