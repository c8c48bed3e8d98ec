import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Failure } from "#server/contracts/failure.ts";
import { readRun } from "../../queries/run.ts";
import { readTicketStates } from "../../queries/ticket-states.ts";
import { explainTicket } from "../../queries/why.ts";
import type { TestDatabase } from "../../testing/database.ts";
import type { WorkerContext } from "../../worker/context.ts";
import { endRun } from "../../worker/fixtures/admission.ts";
import { pretendBegun, prepareQueued } from "../../worker/fixtures/spawn.ts";
import { openLooks, openScene, ruleOn } from "../../worker/fixtures/trigger-scene.ts";
import type { TriggerScene } from "../../worker/fixtures/trigger-scene.ts";
import { startRun } from "../start-run.ts";
import { steerRun } from "../steer-run.ts";
import { giveBack } from "./give-back.ts";
import { takeOver } from "./take-over.ts";

let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;
let runId: string;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
beforeEach(async () => {
  const rule = ruleOn("code", { type: "ticketInColumn", columns: ["Todo"] });
  scene = await openScene(test, context, [rule], { tickets: [{ status: "Todo" }] });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  runId = (await newest()).id;
});
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const newest = () => test.database.prisma.run.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
const begin = async () => {
  await prepareQueued({ ...context, dataDir: scene.workspace.path }, runId);
  await pretendBegun(test.database, runId);
};
const take = (actor = scene.owner, id = runId) =>
  takeOver(test.database, actor, { projectId: scene.project.id, runId: id }, new Date());
const back = (resume = true) =>
  giveBack(test.database, scene.owner, { projectId: scene.project.id, runId, resume }, new Date());
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Failure) => [error.status, error.code],
  );
const waits = async () =>
  (await explainTicket(test.database, scene.project.id, 1, {}, new Date())).waits;
const state = async () => {
  const id = scene.tickets[0]?.id ?? 0;
  return (await readTicketStates(test.database, scene.project, [id], new Date())).get(id);
};
const detail = () => readRun(test.database, scene.project.id, runId);
const kinds = async () =>
  (await test.database.prisma.activity.findMany({ orderBy: { revision: "asc" } })).map(
    ({ kind }) => kind,
  );

it("ends a run at work, holds its pair and shows the way in once nobody else is there", async () => {
  await begin();
  expect(await detail()).toMatchObject({ canTakeOver: true, takeover: null });
  await take();
  await take();
  expect((await newest()).stopRequestedBy).toBe("owner");
  // Two at one session would split it.
  expect((await detail()).takeover).toMatchObject({ by: "owner", command: null });
  await endRun(test.database, runId, "stopped");

  const { sessionId } = await newest();
  const { canTakeOver, takeover } = await detail();
  expect(canTakeOver).toBe(false);
  expect(takeover?.command).toMatch(new RegExp(`^cd '?/.+'? && claude --resume ${sessionId}$`));
  expect(await waits()).toMatchObject({
    code: "TAKEN_OVER",
    sentence: { text: "owner works in programmer's session" },
    smallestChange: { write: { kind: "give_back", run: runId } },
  });
  expect(await state()).toMatchObject({
    word: "stopped",
    reason: { key: "state.taken_over" },
    takenOver: { runId, agent: "programmer", by: "owner" },
  });
  expect((await kinds()).filter((kind) => kind === "run_taken_over")).toHaveLength(1);
});

it("holds the pair against rules, messages and Run, until it is given back", async () => {
  await begin();
  await endRun(test.database, runId, "completed");
  await take();
  await scene.move(1, "Backlog");
  await scene.move(1, "Todo");
  await steerRun(
    test.database,
    scene.owner,
    { projectId: scene.project.id, runId, text: "and the tests", mode: "queue" },
    new Date(),
  );
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  const start = { projectId: scene.project.id, ticketNumber: 1, agent: "programmer" };
  expect(await refusal(startRun(test.database, scene.owner, start))).toEqual([422, "TAKEN_OVER"]);

  await back();
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("gives back into the same session, with a prompt that says who was there", async () => {
  await begin();
  await endRun(test.database, runId, "completed");
  const { sessionId } = await newest();
  await take();
  // What the owner did in it must not be lost with a new skill.
  await test.database.prisma.agentSession.updateMany({ data: { skillHash: "another" } });
  await back();
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const next = await newest();
  expect(next).toMatchObject({ cause: "given_back", previousRunId: runId, attempt: 2 });
  const prepared = await prepareQueued({ ...context, dataDir: scene.workspace.path }, next.id);
  expect(prepared).toMatchObject({ sessionId, isResume: true });
  expect(prepared.prompt.split("\n")[1]).toBe(
    "The owner worked in this session; look at the last turns first.",
  );
  expect((await detail()).takeover).toBeNull();
});

it("takes a parked run over, and closes its question when it is given back", async () => {
  const { prisma } = test.database;
  await begin();
  await prisma.question.create({
    data: {
      id: "q1",
      projectId: scene.project.id,
      ticketId: scene.tickets[0]?.id ?? null,
      runId,
      requestId: "r1",
      kind: "question",
      payload: {},
      state: "parked",
    },
  });
  await endRun(test.database, runId, "completed");
  expect((await newest()).wakeOn).toMatchObject({ kind: "answer" });
  await take();
  expect(await state()).toMatchObject({ word: "stopped", reason: { key: "state.taken_over" } });
  await back();
  expect(await prisma.question.findFirst()).toMatchObject({ state: "withdrawn" });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("starts nothing when the take-over itself is taken back", async () => {
  await begin();
  await take();
  await endRun(test.database, runId, "stopped");
  await back(false);
  expect(await scene.owed()).toEqual([]);
  // The agent was stopped by a person, and still is.
  const why = await explainTicket(test.database, scene.project.id, 1, {}, new Date());
  const gates = why.automations[0]?.gates.filter((gate) => !gate.pass).map(({ code }) => code);
  expect(gates).toContain("STOPPED_BY_PERSON");
  expect(gates).not.toContain("TAKEN_OVER");
  expect(await refusal(back())).toEqual([409, "NOT_TAKEN_OVER"]);
});

it("refuses what would split or lose a conversation", async () => {
  expect(await refusal(take())).toEqual([409, "NO_SESSION"]);
  await begin();
  await take();
  const sam = { ...scene.owner, slug: "sam", role: "member" as const, isMaintainer: false };
  expect(await refusal(take(sam))).toEqual([409, "TAKEN_OVER"]);
  await endRun(test.database, runId, "stopped");
  await back();
  await scene.evaluate();
  expect(await refusal(take(sam))).toEqual([409, "RUN_OLD"]);
  expect(await refusal(take(sam, "0".repeat(32)))).toEqual([404, "RUN_UNKNOWN"]);
  await test.database.prisma.ticket.updateMany({ data: { deletedAt: new Date() } });
  expect(await refusal(take(sam))).toEqual([409, "TICKET_CLOSED"]);
});
