import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerQuestion } from "#server/commands/answer-question.ts";
import { steerRun } from "#server/commands/steer-run.ts";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { waitFor } from "../wait-for.ts";
import { createBoard, usdOf } from "./board-rig.ts";
import type { Board, Case } from "./board-rig.ts";

let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  expect(await board.rest()).toEqual([]);
});

/** Answers the case's open or parked question; returns it. */
async function answer(one: Case, said: AnswerQuestion["answer"]) {
  const question = await one.question();
  const { project, owner } = one.project;
  const { runId } = question;
  const input = { projectId: project.id, runId, questionId: question.id, answer: said };
  await answerQuestion(board.harness.test.database, owner, input, new Date());
  return question;
}

const steer = (one: Case, runId: string, text: string, mode: "now" | "interrupt" | "queue") =>
  steerRun(
    board.harness.test.database,
    one.project.owner,
    { projectId: one.project.project.id, runId, text, mode },
    new Date(),
  );

/** The message was taken by the CLI: it said so by repeating it. */
const delivered = (id: string) =>
  waitFor(() => board.harness.prisma.runCommand.findFirst({ where: { id, state: "delivered" } }), {
    timeoutMs: 60_000,
    what: "the delivery of a message",
  });

const heard = (one: Case) => JSON.stringify(one.requests().at(-1)?.messages);

describe("what a person is asked", () => {
  it("hands the answer of a question to the agent that waits for it", async () => {
    const one = await board.begin("ask-user");
    const question = await answer(one, { labels: { "Which storage?": "Postgres" } });
    const run = await one.ended();

    expect(question).toMatchObject({ kind: "question", state: "open" });
    expect(run).toMatchObject({ outcome: "completed", error: null });
    const [result] = await one.of(run.id, "tool_result");
    expect(result?.text).toContain("Postgres");
    expect(Number(run.costUsd)).toBeCloseTo(one.paidUsd(), 8);
    expect(await one.owed()).toEqual([]);
  });

  it("parks a question nobody answers, and resumes the conversation with the answer", async () => {
    const one = await board.begin("ask-user then text", { answerWaitSeconds: 1 });
    const first = await one.ended();
    expect(first).toMatchObject({ outcome: "completed", wakeOn: { kind: "answer" } });
    expect(await one.column()).toBe("InProgress");
    expect((await one.of(first.id, "tool_result"))[0]?.text).toContain("Stored for the owner");

    const question = await answer(one, { labels: { "Which storage?": "SQLite" } });
    expect(question.state).toBe("parked");
    const second = await one.ended(first);
    expect(second).toMatchObject({
      outcome: "completed",
      isResume: true,
      sessionId: first.sessionId,
      cause: "answer",
    });
    expect(heard(one)).toContain("Which storage? → SQLite");
    expect(Number(first.costUsd) + Number(second.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  });

  it("runs a command that was allowed once, and asks again for the next", async () => {
    const one = await board.begin("node-twice");
    const first = await answer(one, { permission: "allow" });
    const again = await waitFor(
      () =>
        board.harness.prisma.question.findFirst({
          where: { runId: first.runId, state: "open", id: { not: first.id } },
        }),
      { timeoutMs: 60_000, what: "the second question" },
    );
    expect(again.payload).toMatchObject({ tool: "Bash" });
    await answer(one, { permission: "deny", note: "Once is enough." });
    const run = await one.ended();

    expect(run.outcome).toBe("completed");
    const [ran, refused] = await one.of(run.id, "tool_result");
    expect(ran).toMatchObject({ isError: false, text: "42" });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("Once is enough."),
    });
  });

  it("does not ask again for what was allowed for the run", async () => {
    const one = await board.begin("node-twice");
    await answer(one, { permission: "allow_run" });
    const run = await one.ended();

    expect(run).toMatchObject({ outcome: "completed", questions: [{ state: "answered" }] });
    const results = await one.of(run.id, "tool_result");
    expect(results.map(({ isError }) => isError)).toEqual([false, false]);
    const requests = await one.of(run.id, "permission_request");
    expect(requests.map(({ decidedBy }) => decidedBy)).toEqual(["person", "board"]);
  });

  it("tells the CLI what was allowed always, so that it does not even ask the next time", async () => {
    const one = await board.begin("node-once");
    await answer(one, { permission: "allow_always" });
    const first = await one.ended();
    const skill = path.join(one.workspace, ".agents/skills/programmer.md");
    expect(readFileSync(skill, "utf8")).toContain('- "Bash(node -p 41+1)"');
    await steer(one, first.id, "Again, please. script: node-once", "queue");
    const second = await one.ended(first);

    expect(second).toMatchObject({ outcome: "completed", questions: [] });
    expect(await one.of(second.id, "permission_request")).toEqual([]);
    expect((await one.of(second.id, "tool_result"))[0]).toMatchObject({ isError: false });
  });

  it("carries out a plan once it is approved", async () => {
    const one = await board.begin("plan-then-write", { level: "plan" });
    const question = await answer(one, { permission: "allow" });
    const run = await one.ended();

    expect(question.kind).toBe("plan");
    expect(run).toMatchObject({ outcome: "completed", error: null });
    expect(existsSync(path.join(one.workspace, "planned.txt"))).toBe(true);
    const init = await one.of(run.id, "init");
    expect(init[0]?.permissionMode).toBe("plan");
  });
});

describe("what a person says", () => {
  /** An agent inside a command that ends when somebody opens its pipe. */
  async function beginWaiting(script = "wait-then-text") {
    const one = await board.begin(script, { isWaiting: true });
    execFileSync("git", ["init", "--quiet"], { cwd: one.workspace });
    const pipe = path.join(one.workspace, ".git/go");
    execFileSync("mkfifo", [pipe]);
    await board.harness.drag(one.project, "Todo");
    const run = await one.run(
      { state: "running", lastAction: { contains: "cat .git/go" } },
      "a waiting agent",
    );
    return { one, run, letGo: () => execFileSync("sh", ["-c", `echo went > '${pipe}'`]) };
  }

  it("folds a message in after the running command, in the same turn", async () => {
    const { one, run, letGo } = await beginWaiting();
    const { messageId } = await steer(one, run.id, "Mind the tabs.", "now");
    await waitFor(
      () => board.harness.prisma.runCommand.findFirst({ where: { id: messageId, state: "sent" } }),
      { what: "the message on its way" },
    );
    letGo();
    await delivered(messageId);
    const ended = await one.ended();

    expect(ended.outcome).toBe("completed");
    expect(await one.of(run.id, "result")).toHaveLength(1);
    expect(heard(one)).toContain("Mind the tabs.");
    expect(Number(ended.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  });

  it("delivers a queued message as the next turn, and books both results", async () => {
    const { one, run, letGo } = await beginWaiting();
    const { messageId } = await steer(one, run.id, "And now the next. script: text", "queue");
    letGo();
    await delivered(messageId);
    const ended = await one.ended();

    expect(ended.outcome).toBe("completed");
    const results = await one.of(run.id, "result");
    expect(results.map(({ text }) => text)).toEqual(["Somebody came.", "All right."]);
    const entries = await board.harness.prisma.ledgerEntry.findMany({ where: { runId: run.id } });
    expect(entries).toHaveLength(2);
    expect(Number(ended.costUsd)).toBeCloseTo(usdOf(3), 8);
  });

  it("ends the command with an interrupting message and goes on with that", async () => {
    const { one, run } = await beginWaiting();
    const { messageId } = await steer(one, run.id, "Stop that. script: text", "interrupt");
    await delivered(messageId);
    const ended = await one.ended();

    expect(ended).toMatchObject({ outcome: "completed", error: null });
    const results = await one.of(run.id, "result");
    expect(results[0]?.terminalReason).toMatch(/^aborted/);
    expect(results.at(-1)?.text).toBe("All right.");
    expect(await board.harness.prisma.ledgerEntry.count({ where: { runId: run.id } })).toBe(
      results.length,
    );
  });
});
