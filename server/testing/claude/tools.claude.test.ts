import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { steerRun } from "#server/commands/steer-run.ts";
import { createBoard, usdOf } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  expect(await board.rest()).toEqual([]);
});

describe("tools", () => {
  it("shows what a sub-agent does under the call that began it, and books its money", async () => {
    const one = await board.begin("sub-agent");
    const run = await one.ended();

    expect(run.outcome).toBe("completed");
    const events = await board.harness.events(run.id);
    const calls = events.filter(({ kind }) => kind === "tool_call");
    const [task, bash] = calls.map(({ parent, payload }) => ({
      parent,
      ...(payload as { callId: string; tool: string }),
    }));
    expect(task).toMatchObject({ tool: "Task", parent: null });
    expect(bash).toMatchObject({ tool: "Bash", parent: task?.callId });
    const tasks = events.filter(({ kind }) => kind === "task");
    expect(tasks.map(({ payload }) => (payload as { state: string }).state)).toEqual(
      expect.arrayContaining(["started", "completed"]),
    );
    expect(Number(run.costUsd)).toBeCloseTo(usdOf(4), 8);
    expect(run.isCostEstimated).toBe(false);
  });

  it("keeps the agent's list of steps as it is now", async () => {
    const one = await board.begin("task-list");
    const run = await one.ended();

    const lists = (await one.of(run.id, "todo")).map(({ items }) => items);
    expect(lists.at(-2)).toEqual([
      { id: "1", text: "Write it", state: "completed" },
      { id: "2", text: "Test it", state: "pending" },
    ]);
    expect(lists.at(-1)).toEqual([{ id: "1", text: "Write it", state: "completed" }]);
  });

  it("goes on with that list in the next process of the conversation", async () => {
    const one = await board.begin("task-start then task-go-on");
    const first = await one.ended();
    await steerRun(
      board.harness.test.database,
      one.project.owner,
      { projectId: one.project.project.id, runId: first.id, text: "Go on", mode: "queue" },
      new Date(),
    );
    const second = await one.ended(first);

    expect(second).toMatchObject({ outcome: "completed", isResume: true });
    expect(await one.of(second.id, "todo")).toEqual([
      {
        items: [
          { id: "1", text: "Write it", state: "completed" },
          { id: "2", text: "Test it", state: "pending" },
        ],
      },
    ]);
  });

  it.each(["schedule-wakeup", "cron", "monitor", "enter-worktree"])(
    "has none that would need the process after its run (%s)",
    async (script) => {
      const one = await board.begin(script);
      const run = await one.ended();

      expect(run.outcome).toBe("completed");
      expect((await one.of(run.id, "tool_result"))[0]).toMatchObject({
        isError: true,
        text: expect.stringContaining("No such tool available") as string,
      });
      expect(await one.of(run.id, "stderr")).toEqual([]);
    },
  );

  it.each([
    ["background-then-text", "run_in_background"],
    ["timeout-then-text", "Command timed out after 1s"],
  ])("waits for no command after the result (%s)", async (script, said) => {
    const one = await board.begin(script);
    const run = await one.ended();

    expect(run).toMatchObject({ outcome: "completed", exitCode: 0 });
    expect((await one.of(run.id, "tool_result"))[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining(said) as string,
    });
    expect(Number(run.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  });

  it("gives an orchestrator no way into the web", async () => {
    const one = await board.begin("fetch-a-page", {
      skill: "---\ntype: orchestrator\n---\nYou plan.\n",
    });
    const run = await one.ended();

    expect(run).toMatchObject({ outcome: "completed", questions: [] });
    expect((await one.of(run.id, "tool_result"))[0]?.text).toContain(
      "No such tool available: WebFetch",
    );
    expect((await one.of(run.id, "init"))[0]?.tools).not.toContain("WebFetch");
  });

  it("does not let a shell do what the editing tools may not", async () => {
    const one = await board.begin("write-rules-by-shell", { isWaiting: true });
    writeFileSync(path.join(one.workspace, ".agents/preamble.md"), "{}");
    const rules = path.join(one.workspace, ".agents/automations.json");
    const before = readFileSync(rules, "utf8");
    await board.harness.drag(one.project, "Todo");
    const run = await one.ended();

    expect(run).toMatchObject({ outcome: "completed", questions: [] });
    expect(run.error).toBeNull();
    const results = await one.of(run.id, "tool_result");
    expect(results.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    expect(await one.of(run.id, "permission_denied")).toHaveLength(4);
    expect(readFileSync(rules, "utf8")).toBe(before);
    expect(() => mkdirSync(path.join(one.workspace, ".claude"))).not.toThrow();
  });
});
