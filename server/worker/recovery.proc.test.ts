import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inspectFolder } from "../agent/folder-state.ts";
import { addComment } from "../commands/comments.ts";
import { answerQuestion } from "../commands/answer-question.ts";
import { steerRun } from "../commands/steer-run.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

const feedback = {
  id: "feedback",
  trigger: { type: "ticketCommentAdded", authors: ["owner"], seconds: 1 },
  actions: [{ type: "runAgent", agent: "programmer" }],
};
const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};

it("resumes the session for the owner's comment, and begins a fresh one when it was lost", async () => {
  const project = await harness.project({ tickets: [{}], rules: [code, feedback] });
  await harness.engine();
  await harness.drag(project, "Todo");
  const first = await harness.findRun({ state: "ended" }, "the first run");
  expect(first.isResume).toBe(false);
  expect(first.prompt).toBe("You write code.\n\nFocus on ticket #1: A ticket");

  const where = { projectId: project.project.id, number: 1 };
  await addComment(
    harness.test.database,
    project.owner,
    { ...where, content: "Better names, please" },
    new Date(),
  );
  const second = await harness.findRun({ state: "ended", id: { not: first.id } }, "the second run");
  expect(second).toMatchObject({
    isResume: true,
    sessionId: first.sessionId,
    outcome: "completed",
  });
  expect(second.prompt).toBe(
    "The owner has posted feedback on ticket #1: A ticket\nRead ALL owner comments on this ticket and address them.",
  );

  await rm(path.join(harness.dataDir, "fake-sessions"), { recursive: true });
  await addComment(
    harness.test.database,
    project.owner,
    { ...where, content: "And tests" },
    new Date(),
  );
  const third = await harness.findRun(
    { state: "ended", id: { notIn: [first.id, second.id] } },
    "the third run",
  );
  expect(third).toMatchObject({ outcome: "completed", processNumber: 2, isResume: false });
  expect(third.sessionId).not.toBe(first.sessionId);
  const kinds = (await harness.events(third.id)).map((event) => event.kind);
  expect(kinds.filter((kind) => kind === "session_reset")).toHaveLength(1);
});

it("parks a question nobody answers, frees the place, and resumes with the answer", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: ask-question" }],
    rules: [code],
  });
  await harness.prisma.project.update({
    where: { id: project.project.id },
    data: { answerWaitSeconds: 0 },
  });
  await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the parked run");
  expect(run.questions).toMatchObject([{ state: "parked" }]);
  expect(run.wakeOn).toMatchObject({ kind: "answer" });

  await answerQuestion(
    harness.test.database,
    project.owner,
    {
      projectId: project.project.id,
      runId: run.id,
      questionId: run.questions[0]?.id ?? "",
      answer: { labels: { "Which storage shall I use?": "SQLite" } },
    },
    new Date(),
  );
  const next = await harness.findRun({ id: { not: run.id } }, "the resumed run");
  expect(next).toMatchObject({ cause: "answer", previousRunId: run.id, attempt: 2 });
  await harness.findRun({ id: next.id, isResume: true, startedAt: { not: null } }, "its start");
  const { prompt } = await harness.prisma.run.findUniqueOrThrow({ where: { id: next.id } });
  expect(prompt).toContain("Which storage shall I use? → SQLite");
});

it("hands an answer to an agent whose worker was killed while it asked", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: ask-question" }],
    rules: [code],
  });
  const worker = await harness.worker();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "awaiting_input" }, "a question");
  await worker.end("SIGKILL");
  await answerQuestion(
    harness.test.database,
    project.owner,
    {
      projectId: project.project.id,
      runId: run.id,
      questionId: run.questions[0]?.id ?? "",
      answer: { labels: { "Which storage shall I use?": "Postgres" } },
    },
    new Date(),
  );
  await harness.engine();
  const ended = await harness.ended(run.id);
  expect(ended).toMatchObject({ outcome: "completed", processNumber: 1 });
  const said = (await harness.events(run.id))
    .map((event) => JSON.stringify(event.payload))
    .join("\n");
  expect(said).toContain("I will use Postgres.");
});

it("settles a run from its files when it ended while no worker was there", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: long-sleep" }],
    rules: [code],
  });
  const worker = await harness.worker();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ lastAction: { contains: "sleep" } }, "a sleeping agent");
  await worker.end("SIGKILL");
  const { process: record } = await inspectFolder(harness.processDir(run.id));
  if (!record) throw new Error("no process record");
  process.kill(record.agent.pid, "SIGKILL");
  await waitFor(async () => (await inspectFolder(harness.processDir(run.id))).exit, {
    what: "the keeper's last word",
  });

  await harness.engine();
  expect(await harness.ended(run.id)).toMatchObject({
    outcome: "failed",
    exitSignal: "SIGKILL",
    fence: 2,
  });
  const ends = (await harness.events(run.id)).filter((event) => event.offset > 0n);
  expect([...new Set(ends.map((event) => Number(event.offset)))]).toEqual(
    (await harness.spool(run.id)).map((line) => line.end),
  );
});

it("ends the agent of a dead keeper, calls the run lost and owes a wake", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: long-sleep" }],
    rules: [code],
  });
  const { context } = await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ lastAction: { contains: "sleep" } }, "a sleeping agent");
  const { process: record } = await context.runtime.inspect(harness.processDir(run.id));
  if (!record) throw new Error("no process record");
  process.kill(record.keeper.pid, "SIGKILL");

  const ended = await harness.ended(run.id);
  expect(ended.outcome).toBe("lost");
  expect(context.runtime.isAlive(record.agent)).toBe("gone");
  expect(await harness.prisma.firing.findMany({ where: { state: "owed" } })).toMatchObject([
    { cause: "wake", agent: "programmer" },
  ]);
});

it("leaves agents to their keepers when a worker is told to go, and another takes them over at once", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: slow-stream" }],
    rules: [code],
  });
  const env = { FAKE_CLAUDE_SPEED: "5" };
  const worker = await harness.worker({ env });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "running" }, "a running run");
  await worker.end("SIGTERM");
  expect(worker.child.exitCode).toBe(0);
  const { context } = await harness.engine({ env });
  const dir = harness.processDir(run.id);
  expect((await context.runtime.inspect(dir)).agent).toBe("alive");
  expect(await harness.ended(run.id, 40_000)).toMatchObject({ outcome: "completed", fence: 2 });
});

it("delivers a message during a run, and resumes an ended one with it", async () => {
  const project = await harness.project({
    tickets: [{ title: "scenario: slow-stream" }],
    rules: [code],
  });
  await harness.engine({ env: { FAKE_CLAUDE_SPEED: "5" } });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "running" }, "a running run");
  const message = {
    projectId: project.project.id,
    runId: run.id,
    text: "Keep it short",
    mode: "now" as const,
  };
  const { messageId } = await steerRun(harness.test.database, project.owner, message, new Date());
  await waitFor(
    () => harness.prisma.runCommand.findFirst({ where: { id: messageId, state: "delivered" } }),
    {
      timeoutMs: 30_000,
      what: "the delivery",
    },
  );
  await harness.ended(run.id, 40_000);

  await steerRun(
    harness.test.database,
    project.owner,
    { ...message, text: "One more thing" },
    new Date(),
  );
  const next = await harness.findRun(
    { id: { not: run.id }, prompt: { not: "" } },
    "the resumed run",
  );
  expect(next.prompt).toBe(
    "Owner wrote to you about ticket #1: scenario: slow-stream\nOne more thing",
  );
});
