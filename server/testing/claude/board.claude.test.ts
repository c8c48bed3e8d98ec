import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { addComment } from "#server/commands/comments.ts";
import { stopRun } from "#server/commands/stop-run.ts";
import { findRunProcesses } from "#server/agent/process-tree.ts";
import { createHarness } from "#server/worker/fixtures/harness.ts";
import type { Harness } from "#server/worker/fixtures/harness.ts";
import type { EngineProject } from "#server/worker/fixtures/project.ts";
import { startMessagesApiStub } from "../messages-api-stub/stub.ts";
import type { MessagesApiStub } from "../messages-api-stub/stub.ts";

/**
 * The whole way with the real CLI: a ticket in a starting column, the engine, the keeper, the CLI, the
 * stand-in for the model, and what the database says afterwards.
 */
const rules = [
  {
    id: "dispatch",
    trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
    actions: [
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer" },
    ],
  },
  {
    id: "feedback",
    trigger: { type: "ticketCommentAdded", authors: ["owner"], pollSeconds: 1 },
    actions: [{ type: "runAgent", agent: "programmer" }],
  },
];
const allowedCommands = ["echo", "sleep"];

let stub: MessagesApiStub;
let harness: Harness;

beforeAll(async () => {
  stub = await startMessagesApiStub();
});
afterAll(() => stub.close());
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

async function startWith(title: string): Promise<EngineProject> {
  const claudeBin = process.env["CLAUDE_BIN"];
  if (!claudeBin) throw new Error("CLAUDE_BIN: expected a path, use npm run test:claude");
  const home = path.join(harness.dataDir, "home");
  await mkdir(home, { recursive: true });
  const project = await harness.project({ tickets: [{ title }], rules, allowedCommands });
  await promisify(execFile)("git", ["init", "--quiet"], { cwd: project.workspace.path });
  await harness.engine({
    claudeBin,
    env: {
      HOME: home,
      ANTHROPIC_BASE_URL: stub.url,
      ANTHROPIC_API_KEY: "dummy-for-loopback",
      DISABLE_TELEMETRY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: "1",
    },
  });
  await harness.drag(project, "Todo");
  return project;
}

const kindsOf = async (runId: string) =>
  (await harness.events(runId)).map((event) => String(event.kind));

it("stores a new session with a tool call, and resumes it after a comment", async () => {
  const project = await startWith("Say it, script: bash-then-text");
  const first = await harness.findRun({ state: "ended" }, "the first run", 90_000);

  expect(first).toMatchObject({ outcome: "completed", isResume: false, cliVersion: "2.1.332" });
  expect(Number(first.costUsd)).toBeGreaterThan(0);
  const events = await harness.events(first.id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(await kindsOf(first.id)).toEqual(
    expect.arrayContaining([
      "init",
      "assistant_text",
      "tool_call",
      "tool_result",
      "result",
      "ended",
    ]),
  );
  expect(JSON.stringify(events.map(({ payload }) => payload))).toContain("from-the-agent");

  await addComment(
    harness.test.database,
    project.owner,
    { projectId: project.project.id, number: 1, content: "Once more, please" },
    new Date(),
  );
  const second = await harness.findRun(
    { state: "ended", id: { not: first.id } },
    "the resumed run",
    90_000,
  );
  expect(second).toMatchObject({
    outcome: "completed",
    isResume: true,
    sessionId: first.sessionId,
    processNumber: 1,
  });
  expect(second.prompt).toMatch(/^The owner has posted feedback on ticket #1: /);
  const booked = await harness.test.database.prisma.ledgerEntry.findMany({
    where: { kind: "result" },
  });
  const total = booked.reduce((sum, entry) => sum + Number(entry.amountUsd), 0);
  expect(total).toBeCloseTo(Number(first.costUsd) + Number(second.costUsd), 6);
  expect(findRunProcesses({ runId: first.id, agent: null })).toEqual([]);
  expect(findRunProcesses({ runId: second.id, agent: null })).toEqual([]);
});

it("calls an API error a failure, although the CLI says success, and puts the card back", async () => {
  await startWith("Break it, script: error-500");
  const run = await harness.findRun({ state: "ended" }, "the failed run", 90_000);

  expect(run.outcome).toBe("failed");
  expect(run.error).toMatch(/500|API Error/);
  const ticket = await harness.prisma.ticket.findFirstOrThrow({
    where: { id: run.ticketId ?? 0 },
    include: { column: true },
  });
  expect(ticket.column.name).toBe("Todo");
  expect(findRunProcesses({ runId: run.id, agent: null })).toEqual([]);
});

it("stops the CLI in the middle of a sleep and leaves no process", async () => {
  const project = await startWith("Wait, script: sleep-then-text");
  const run = await harness.findRun(
    { state: "running", lastAction: { contains: "sleep 300" } },
    "a sleeping agent",
    90_000,
  );
  await stopRun(
    harness.test.database,
    project.owner,
    { projectId: project.project.id, runId: run.id },
    new Date(),
  );
  const ended = await harness.findRun({ id: run.id, state: "ended" }, "the end", 30_000);

  expect(ended).toMatchObject({ outcome: "stopped", stopRequestedBy: "owner" });
  expect(await kindsOf(run.id)).toEqual(expect.arrayContaining(["stop_requested", "ended"]));
  expect(findRunProcesses({ runId: run.id, agent: null })).toEqual([]);
});
