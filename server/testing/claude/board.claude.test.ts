import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addComment } from "#server/commands/comments.ts";
import { stopRun } from "#server/commands/stop-run.ts";
import { createBoard, MODEL } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

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
  actions: [{ type: "runAgent", agent: "programmer", model: MODEL }],
};

it("stores a new session with a tool call, and resumes it after a comment", async () => {
  const one = await board.begin("bash-then-text", { rules: [feedback] });
  const first = await one.ended();

  expect(first).toMatchObject({ outcome: "completed", isResume: false, cliVersion: "2.1.332" });
  const events = await board.harness.events(first.id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const kinds = ["init", "assistant_text", "tool_call", "tool_result", "result", "ended"];
  expect(await one.kinds(first.id)).toEqual(expect.arrayContaining(kinds));
  expect((await one.of(first.id, "tool_result"))[0]?.text).toBe("from-the-agent");

  await addComment(
    board.harness.test.database,
    one.project.owner,
    { projectId: one.project.project.id, number: 1, content: "Once more, please" },
    new Date(),
  );
  const second = await one.ended(first);
  expect(second).toMatchObject({
    outcome: "completed",
    isResume: true,
    sessionId: first.sessionId,
    processNumber: 1,
  });
  expect(second.prompt).toMatch(/^The owner has posted feedback on ticket #1: /);
  // The CLI's total goes on over the resume; each answer is booked once.
  expect(Number(first.costUsd) + Number(second.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  const [result] = await one.of(second.id, "result");
  expect(result?.totalCostUsd).toBeCloseTo(one.paidUsd(), 8);
});

it("stops the CLI in the middle of a sleep and leaves no process", async () => {
  const one = await board.begin("sleep-then-text");
  const run = await one.run(
    { state: "running", lastAction: { contains: "sleep 300" } },
    "a sleeping agent",
  );
  await stopRun(
    board.harness.test.database,
    one.project.owner,
    { projectId: one.project.project.id, runId: run.id },
    new Date(),
  );
  const ended = await one.ended();

  expect(ended).toMatchObject({ outcome: "stopped", stopRequestedBy: "owner" });
  const kinds = ["stop_requested", "ended"];
  expect(await one.kinds(run.id)).toEqual(expect.arrayContaining(kinds));
  expect(await one.column()).toBe("InProgress");
  expect(await one.owed()).toEqual([]);
});
