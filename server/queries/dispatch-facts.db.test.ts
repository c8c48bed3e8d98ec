import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { acceptSettings } from "../commands/accept-settings.ts";
import { addComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { loadAutomations } from "../commands/load-automations.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import type { RunOutcome } from "../contracts/words.ts";
import type { TicketFacts } from "../core/dispatch/snapshot.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import {
  admitByRule,
  endRun,
  pretendRunning,
  pretendWorker,
} from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { factsFor } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import type { SnapshotOptions } from "./dispatch-snapshot.ts";

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
  await test.database.prisma.providerLimit.deleteMany();
});

const stays = (more: object = {}) => ({
  id: "stays",
  trigger: { type: "ticketInColumn", columns: ["Todo"], ...more },
  actions: [{ type: "runAgent", agent: "programmer" }],
});

const snapshotNow = (options: SnapshotOptions = {}) =>
  readDispatchSnapshot(test.database.prisma, project.project.id, options);

async function factsOf(index = 0): Promise<TicketFacts> {
  const id = project.tickets[index]?.id ?? 0;
  const facts = (await factsFor(test.database.prisma, await snapshotNow(), [id])).get(id);
  if (!facts) throw new Error(`ticket ${id}: expected its facts, found none`);
  return facts;
}

/** Starts the first ticket by its rule; the answer is the run's id. */
async function start(rule = "stays"): Promise<string> {
  const ticketId = project.tickets[0]?.id ?? 0;
  const admission = await admitByRule(test.database, project.project.id, ticketId, rule);
  if (admission.kind !== "admitted") throw new Error(JSON.stringify(admission));
  await pretendRunning(test.database, admission.runId);
  return admission.runId;
}

const touch = (content: string) =>
  addComment(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 1, content },
    new Date(),
  );

async function runOnce(outcome: RunOutcome, more: { hasProgress?: boolean } = {}): Promise<string> {
  const id = await start();
  if (Object.keys(more).length > 0) {
    await test.database.prisma.run.update({ where: { id }, data: more });
  }
  await endRun(test.database, id, outcome);
  return id;
}

it("knows since which revision a ticket is in its column", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Backlog" }],
    rules: [],
  });
  const created = (await factsOf()).enteredColumnRevision ?? 0;
  await touch("a comment moves nothing");
  expect((await factsOf()).enteredColumnRevision).toBe(created);
  await moveTicket(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 1, status: "Todo" },
    new Date(),
  );
  expect((await factsOf()).enteredColumnRevision).toBeGreaterThan(created);
});

it("counts the cards of each assignee where a condition or a limit asks, and everywhere on request", async () => {
  const counted = { type: "ticketCountInColumn", columns: ["Todo"], sameAssignee: true };
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo", assignedTo: "owner" }, { status: "Todo" }, { status: "Backlog" }],
    skills: { programmer: "You write code.\n" },
    rules: [{ ...stays(), conditions: [counted] }],
  });
  const countsOf = async (options: SnapshotOptions) =>
    Object.fromEntries((await snapshotNow(options)).columns.map((column) => [column.name, column]));
  const asked = await countsOf({});
  expect(asked["Todo"]).toMatchObject({ count: 2, countByAssignee: { owner: 1, "": 1 } });
  expect(asked["Backlog"]).toMatchObject({ count: 0 });
  const all = await countsOf({ counts: "all" });
  expect(all["Backlog"]).toMatchObject({ count: 1, countByAssignee: { "": 1 } });
});

it("reads a new configuration in the very next look", async () => {
  project = await createEngineProject(test.database, { rules: [] });
  expect((await snapshotNow()).config.automations).toEqual([]);
  const text = { timeZone: "Pacific/Kiritimati", automations: [stays()] };
  await project.workspace.write(JSON.stringify(text));
  await loadAutomations(test.database, project.project.id, project.owner, new Date());
  const snapshot = await snapshotNow();
  expect(snapshot.config.automations.map((automation) => automation.id)).toEqual(["stays"]);
  expect(snapshot.project.timeZone).toBe("Pacific/Kiritimati");
});

it("expects an active run to take as long as its agent's runs usually do", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays()],
  });
  for (const minutes of [2, 4, 30]) {
    const id = await runOnce("completed");
    const endedAt = new Date();
    const startedAt = new Date(endedAt.getTime() - minutes * 60_000);
    await test.database.prisma.run.update({ where: { id }, data: { startedAt, endedAt } });
    await touch("again");
  }
  await start();
  const [active] = (await snapshotNow()).activeRuns;
  const took = (active?.expectedEndAt?.getTime() ?? 0) - (active?.startedAt.getTime() ?? 0);
  expect(took).toBe(4 * 60_000);
});

it("takes the smaller of the contract's retries and the rule's tries as the limit of failures", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays({ maxConsecutiveRuns: 2 })],
  });
  await runOnce("failed", { hasProgress: true });
  expect((await factsOf()).pairs["programmer"]).toMatchObject({
    failures: 1,
    failureLimit: 2,
    isStuck: false,
  });
  await project.workspace.write(
    JSON.stringify({ automations: [stays({ maxConsecutiveRuns: 1 })] }),
  );
  await loadAutomations(test.database, project.project.id, project.owner, new Date());
  expect((await factsOf()).pairs["programmer"]).toMatchObject({ failureLimit: 1, isStuck: true });
});

it("names parked runs whose uncommitted work still holds their group", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays()],
  });
  const runId = await start();
  const question = await test.database.prisma.question.create({
    data: {
      id: "q1",
      projectId: project.project.id,
      ticketId: project.tickets[0]?.id ?? null,
      runId,
      requestId: "r1",
      kind: "question",
      payload: {},
      state: "parked",
    },
  });
  await test.database.prisma.run.update({ where: { id: runId }, data: { holdsGroup: true } });
  await endRun(test.database, runId, "completed");
  await test.database.prisma.run.update({
    where: { id: runId },
    data: { wakeOn: { kind: "answer", until: null } },
  });
  expect((await snapshotNow()).parkedRuns).toMatchObject([
    { runId, agent: "programmer", ticketNumber: 1, group: "workspace", since: expect.any(Date) },
  ]);
  await test.database.prisma.question.update({
    where: { id: question.id },
    data: { state: "answered" },
  });
  // Answered, but nothing goes on with it yet.
  expect((await snapshotNow()).parkedRuns).toHaveLength(1);
  await test.database.prisma.run.update({ where: { id: runId }, data: { holdsGroup: false } });
  expect((await snapshotNow()).parkedRuns).toEqual([]);
});

it("keeps a provider limit for a while after it opened, with the newest start since", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays()],
  });
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const limit = { model: "", reason: "limit" };
  await test.database.prisma.providerLimit.createMany({
    data: [
      { ...limit, login: "closed", until: minutes(5) },
      { ...limit, login: "open", until: minutes(-1) },
      { ...limit, login: "long open", until: minutes(-60) },
    ],
  });
  const limits = async () =>
    (await snapshotNow()).machine.providerLimits.toSorted(
      (a, b) => a.until.getTime() - b.until.getTime(),
    );
  expect(await limits()).toMatchObject([
    { reopenedAt: expect.any(Date), lastStartAfterReopen: null },
    { reopenedAt: null, lastStartAfterReopen: null },
  ]);
  await test.database.prisma.providerLimit.deleteMany({ where: { login: "closed" } });
  await start();
  const [opened] = await limits();
  expect(opened?.lastStartAfterReopen).toBeInstanceOf(Date);
});

it("names the settings of the agent CLI that changed since a person accepted them", async () => {
  project = await createEngineProject(test.database, { rules: [] });
  expect((await snapshotNow()).project.settingsProblem).toBeNull();
  await acceptSettings(test.database, project.project.id, project.owner);
  expect((await snapshotNow()).project.settingsProblem).toBeNull();
  await writeFile(path.join(project.workspace.path, ".mcp.json"), "{}");
  expect((await snapshotNow()).project.settingsProblem).toEqual({ changedFiles: [".mcp.json"] });
  await acceptSettings(test.database, project.project.id, project.owner);
  expect((await snapshotNow()).project.settingsProblem).toBeNull();
});

it("tells runs that achieved something from runs that went round in circles", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [stays()],
  });
  const automation = { kind: "automation" as const, actor: "other" };
  const changed = async (from: string, to: string) => {
    const { id, revision } = await test.database.prisma.projectRevision
      .update({
        where: { projectId: project.project.id },
        data: { revision: { increment: 1 } },
      })
      .then((row) => ({ id: row.projectId, revision: row.revision }));
    await test.database.prisma.activity.create({
      data: {
        projectId: id,
        revision,
        ticketId: project.tickets[0]?.id ?? null,
        ticketNumber: 1,
        actorKind: automation.kind,
        actor: automation.actor,
        automationId: automation.actor,
        kind: "ticket_moved",
        data: { changes: [{ field: "status", from, to }] },
      },
    });
  };
  const visiting = await runOnce("completed");
  await changed("Todo", "Review");
  await changed("Review", "Todo");
  const again = await runOnce("completed");
  await changed("Todo", "Review");
  await changed("Review", "Todo");
  const parent = await runOnce("completed");
  await test.database.prisma.ticket.update({
    where: {
      id: (
        await createTicket(
          test.database,
          project.owner,
          { projectId: project.project.id, title: "Child", status: "Backlog", parentId: 1 },
          new Date(),
        )
      ).id,
    },
    data: { createdByRunId: parent },
  });
  const { loop } = await factsOf();
  expect(loop?.runs.map((run) => [run.runId, run.progress])).toEqual([
    [visiting, true],
    [again, false],
    [parent, true],
  ]);
  expect(loop?.automationChanges).toBe(4);

  await touch("a person looked");
  expect((await factsOf()).loop).toMatchObject({ runs: [], automationChanges: 0 });
});
