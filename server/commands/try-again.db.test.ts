import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Failure } from "#server/contracts/failure.ts";
import { readRetrySettings } from "../queries/retry-settings.ts";
import { readTicketStates } from "../queries/ticket-states.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "../worker/context.ts";
import { endRun } from "../worker/fixtures/admission.ts";
import { pretendBegun, prepareQueued } from "../worker/fixtures/spawn.ts";
import { openLooks, openScene, ruleOn } from "../worker/fixtures/trigger-scene.ts";
import type { TriggerScene } from "../worker/fixtures/trigger-scene.ts";
import { retryRun } from "./retry-run.ts";
import type { RetryInput } from "./retry-run.ts";
import { releaseGroup } from "./release-group.ts";
import { startRun } from "./start-run.ts";
import { withdrawRun } from "./withdraw-run.ts";

let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;
let first: string;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
beforeEach(async () => {
  const rule = ruleOn(
    "code",
    { type: "ticketInColumn", columns: ["Todo"] },
    {
      actions: [{ type: "runAgent", agent: "programmer", model: "sonnet", maxCostUsd: 2 }],
    },
  );
  scene = await openScene(test, context, [rule], {
    tickets: [{ status: "Todo" }, { status: "Backlog" }],
    skills: { programmer: "You write code.\n", qa: "You test.\n" },
  });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  first = (await newest()).id;
  await prepareQueued({ ...context, dataDir: scene.workspace.path }, first);
  await pretendBegun(test.database, first);
});
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const newest = () => test.database.prisma.run.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
const again = (input: Partial<RetryInput> = {}) =>
  retryRun(test.database, scene.owner, { projectId: scene.project.id, runId: first, ...input });
const prepare = async () =>
  prepareQueued({ ...context, dataDir: scene.workspace.path }, (await newest()).id);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Failure) => [error.status, error.code],
  );

it("the same again: a run in the chain that goes on with the session", async () => {
  await endRun(test.database, first, "failed");
  const { sessionId } = await newest();
  expect(await readRetrySettings(test.database, scene.project.id, first)).toEqual({
    agent: "programmer",
    rule: "code",
    group: "workspace",
    model: "sonnet",
    strongerModel: "opus",
    maxTurns: 200,
    maxCostUsd: 2,
    session: "resume",
  });
  expect(await again()).toHaveProperty("runId");
  expect(await newest()).toMatchObject({ previousRunId: first, attempt: 2, model: "sonnet" });
  const prepared = await prepare();
  expect(prepared).toMatchObject({ sessionId, isResume: true });
  expect(prepared.prompt).toContain("ended early (failed)");
});

it("with a note: the person's words come first", async () => {
  await endRun(test.database, first, "failed");
  await again({ harness: { note: "Use the new tax table" } });
  const { prompt } = await prepare();
  expect(prompt.split("\n").slice(0, 2)).toEqual([
    expect.stringContaining("Owner wrote to you about ticket #1"),
    "Use the new tax table",
  ]);
});

it("with a stronger model and fewer turns: only the harness differs", async () => {
  await endRun(test.database, first, "failed");
  await again({ harness: { model: "opus", maxTurns: 500 } });
  expect(await newest()).toMatchObject({
    model: "opus",
    // A limit only gets smaller.
    maxTurns: 200,
    groupName: "workspace",
  });
  expect((await newest()).maxCostUsd?.toNumber()).toBe(2);
});

it("with a fresh session: begins anew and knows how the runs before ended", async () => {
  await endRun(test.database, first, "failed");
  const { sessionId } = await newest();
  await again({ harness: { session: "fresh" } });
  const prepared = await prepare();
  expect(prepared.isResume).toBe(false);
  expect(prepared.sessionId).not.toBe(sessionId);
  expect(prepared.prompt).toContain("You worked on this ticket before");
  expect(prepared.prompt).toContain("Run 1 failed");
});

it("by another agent: in the same chain, and nothing is said to it of an early end", async () => {
  await endRun(test.database, first, "failed");
  await again({ agent: "qa", harness: { note: "Look at it" } });
  expect(await newest()).toMatchObject({ agent: "qa", previousRunId: first, attempt: 2 });
  const { prompt } = await prepare();
  expect(prompt).toContain("You test.");
  expect(prompt).toContain("Look at it");
  expect(prompt).not.toContain("ended early");
});

it("refuses a run that has not ended and an agent that is none", async () => {
  expect(await refusal(again())).toEqual([409, "RUN_ACTIVE"]);
  await endRun(test.database, first, "failed");
  expect(await refusal(again({ agent: "nobody" }))).toEqual([422, "AGENT_UNAVAILABLE"]);
});

it("queues a start behind the run in its way, first in line, and takes it back", async () => {
  const start = { projectId: scene.project.id, ticketNumber: 2, agent: "programmer" };
  const answer = await startRun(test.database, scene.owner, {
    ...start,
    harness: { model: "opus" },
  });
  expect(answer).toMatchObject({
    waiting: "GROUP_BUSY",
    place: { key: "queued.after", text: "next after #1" },
  });
  const id = scene.tickets[1]?.id ?? 0;
  const state = async () =>
    (await readTicketStates(test.database, scene.project, [id], new Date())).get(id);
  expect(await state()).toMatchObject({ word: "waits", isQueued: true });
  await withdrawRun(
    test.database,
    scene.owner,
    { projectId: scene.project.id, ticketNumber: 2 },
    new Date(),
  );
  expect((await state())?.isQueued ?? false).toBe(false);

  await startRun(test.database, scene.owner, { ...start, harness: { model: "opus" } });
  await endRun(test.database, first, "completed");
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  expect(await newest()).toMatchObject({ ticketId: id, model: "opus", cause: "manual" });
});

it("releases the group of a parked run once, and names it while it is held", async () => {
  const { prisma } = test.database;
  await prisma.run.update({ where: { id: first }, data: { holdsGroup: true } });
  await endRun(test.database, first, "completed");
  await prisma.run.update({
    where: { id: first },
    data: { wakeOn: { kind: "answer", until: null } },
  });
  const answer = await startRun(test.database, scene.owner, {
    projectId: scene.project.id,
    ticketNumber: 2,
    agent: "programmer",
  });
  expect(answer).toMatchObject({ waiting: "GROUP_BUSY", place: { text: "next after #1" } });
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  const id = scene.tickets[0]?.id ?? 0;
  const states = await readTicketStates(test.database, scene.project, [id], new Date());
  expect(states.get(id)?.holds).toMatchObject({ runId: first, group: "workspace" });

  const release = () =>
    releaseGroup(test.database, scene.owner, { projectId: scene.project.id, runId: first });
  await release();
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  expect(await refusal(release())).toEqual([409, "GROUP_NOT_HELD"]);
  const [row] = await prisma.activity.findMany({ where: { kind: "group_released" } });
  expect(row).toMatchObject({ actor: "owner", data: { run: first, group: "workspace" } });
});
