import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addComment } from "#server/commands/comments.ts";
import { findRunProcesses } from "#server/agent/process-tree.ts";
import { waitFor } from "../wait-for.ts";
import { createBoard } from "./board-rig.ts";
import type { Board, Case } from "./board-rig.ts";

let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  expect(await board.rest()).toEqual([]);
});

const feedback = {
  id: "feedback",
  trigger: { type: "ticketCommentAdded", authors: ["owner"], pollSeconds: 1 },
  actions: [{ type: "runAgent", agent: "programmer", model: "claude-sonnet-4-5" }],
};

const comment = (one: Case, content: string) =>
  addComment(
    board.harness.test.database,
    one.project.owner,
    { projectId: one.project.project.id, number: 1, content },
    new Date(),
  );

/** What the CLI has written down of a session; "" while there is nothing. */
async function conversation(sessionId: string): Promise<string> {
  const projects = path.join(board.home, ".claude/projects");
  const names = await readdir(projects, { recursive: true }).catch(() => []);
  const file = names.find((name) => name.endsWith(`${sessionId}.jsonl`));
  return file === undefined ? "" : readFile(path.join(projects, file), "utf8");
}

it("begins one fresh session with a digest when the CLI no longer knows the conversation", async () => {
  const one = await board.begin("bash-then-text then text", { rules: [feedback] });
  const first = await one.ended();
  await rm(path.join(board.home, ".claude/projects"), { recursive: true });
  await comment(one, "And tests, please");
  const second = await one.ended(first);

  expect(second).toMatchObject({ outcome: "completed", isResume: false, processNumber: 2 });
  expect(second.sessionId).not.toBe(first.sessionId);
  const told = one.requests().find(({ prompt }) => prompt.includes("You worked on this ticket"));
  expect(told?.prompt).toContain("Run 1 completed: The command said what it should.");
  expect(told?.prompt).toContain("Read ALL owner comments on this ticket and address them.");
  expect(Number(first.costUsd) + Number(second.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  const session = await board.harness.prisma.agentSession.findFirstOrThrow({
    where: { projectId: one.project.project.id },
  });
  expect(session).toMatchObject({ sessionId: second.sessionId, isStarted: true });
});

it.each([
  ["SIGKILL", "The agent crashed (SIGKILL)"],
  ["SIGTERM", "The agent crashed (exit code 143)"],
] as const)(
  "calls an agent that %s ended in a command a crash, and resumes it",
  async (signal, message) => {
    const one = await board.begin("sleep-then-text then text");
    const run = await one.run(
      { state: "running", lastAction: { contains: "sleep 300" } },
      "a sleeping agent",
    );
    await waitFor(() => findRunProcesses({ runId: run.id, agent: null }).length >= 2, {
      what: "the command",
    });
    // The CLI writes its conversation down a moment later; before that there is nothing to resume.
    await waitFor(async () => (await conversation(run.sessionId ?? "")).includes("sleep 300"), {
      what: "the conversation on the disk",
    });
    const file = path.join(board.harness.processDir(run.id), "process.json");
    const { agent } = JSON.parse(await readFile(file, "utf8")) as { agent: { pid: number } };
    process.kill(agent.pid, signal);
    const first = await one.ended();

    expect(first).toMatchObject({ outcome: "failed", error: message, isCostEstimated: true });
    expect(Number(first.costUsd)).toBeCloseTo(one.paidUsd(), 8);
    expect(await one.of(first.id, "result")).toEqual([]);
    expect(await one.column()).toBe("Todo");
    expect(await one.owed()).toMatchObject([{ cause: "retry", agent: "programmer" }]);

    await one.makeDue();
    const second = await one.ended(first);
    expect(second).toMatchObject({
      outcome: "completed",
      isResume: true,
      sessionId: first.sessionId,
      attempt: 2,
    });
    expect(second.prompt).toContain("ended early (failed)");
    expect(Number(first.costUsd) + Number(second.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  },
);
