import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { answerQuestion } from "../commands/answer-question.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { stopRun } from "../commands/stop-run.ts";
import { explainTicket } from "../queries/why.ts";
import type { Prisma } from "../store/generated/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { waitFor } from "../testing/wait-for.ts";
import { makeDataDir, startEngineFixture } from "./fixtures/engine.ts";
import type { EngineFixture } from "./fixtures/engine.ts";
import { spawnWorker } from "./fixtures/kill-worker.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let fixture: EngineFixture | undefined;
let project: EngineProject | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(async () => {
  await stopEverything();
  await fixture?.stop();
  fixture = undefined;
  await project?.workspace.remove();
  await test.database.prisma.project.deleteMany();
  await dataDir.remove();
});

/** No agent outlives its test. */
async function stopEverything(): Promise<void> {
  const { prisma } = test.database;
  await prisma.run.updateMany({
    where: { state: { not: "ended" } },
    data: { stopRequestedAt: new Date(), stopRequestedBy: "test", stopRequestedByKind: "system" },
  });
  await waitFor(
    async () =>
      (await prisma.run.count({ where: { state: { notIn: ["queued", "ended"] } } })) === 0,
    {
      timeoutMs: 20_000,
      what: "the end of all runs",
    },
  );
}

/** Every line of the archived spool but `stream_event`, with the offset of its end in the raw file. */
async function readSpool(data: string, runId: string, n = 1) {
  const file = path.join(data, "runs", runId, String(n), "stdout.ndjson.gz");
  const bytes = await waitFor(() => readFile(file).catch(() => null), {
    what: "the archived spool",
  });
  const lines: { text: string; end: number }[] = [];
  let end = 0;
  for (const text of gunzipSync(bytes).toString("utf8").split("\n")) {
    end += Buffer.byteLength(text) + 1;
    if (text !== "" && !text.includes('"type":"stream_event"')) lines.push({ text, end });
  }
  return lines;
}

async function onlyTicket() {
  return test.database.prisma.ticket.findFirstOrThrow({ include: { column: true } });
}

it("starts, follows and settles a run when a ticket is dragged into a starting column", async () => {
  project = await createEngineProject(test.database, { tickets: [{ title: "First" }] });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");

  const run = await waitFor(
    () =>
      test.database.prisma.run.findFirst({
        where: { state: "ended" },
        include: { events: { orderBy: { seq: "asc" } } },
      }),
    { timeoutMs: 30_000, what: "an ended run" },
  );
  expect({ outcome: run.outcome, error: run.error }).toEqual({ outcome: "completed", error: null });
  expect(run.events.map((event) => event.seq)).toEqual(run.events.map((_, index) => index + 1));
  expect(run.events.at(-1)?.kind).toBe("ended");

  const lines = await readSpool(dataDir.path, run.id);
  const ends = run.events.filter((event) => event.offset > 0n).map((event) => Number(event.offset));
  expect([...new Set(ends)]).toEqual(lines.map((line) => line.end));

  const { column } = await onlyTicket();
  expect(column.name).toBe("Review");
  const kinds = await test.database.prisma.activity.findMany({
    orderBy: { revision: "asc" },
    select: { kind: true },
  });
  expect(kinds.map((row) => row.kind).slice(-4)).toEqual([
    "ticket_moved",
    "run_admitted",
    "run_running",
    "run_ended",
  ]);
  const money = await test.database.prisma.ledgerEntry.findMany({ where: { runId: run.id } });
  expect(money).toHaveLength(1);
  expect(Number(money[0]?.amountUsd)).toBeGreaterThan(0);
  expect(Number(run.costUsd)).toBe(Number(money[0]?.amountUsd));
  const held = await test.database.prisma.reservation.findFirstOrThrow();
  expect(held.closedAt).not.toBeNull();
});

async function drag(status: string, number = 1): Promise<void> {
  if (!project) throw new Error("no project");
  const move = { projectId: project.project.id, number, status };
  await moveTicket(test.database, project.owner, move, new Date());
}

function findRun(where: Prisma.RunWhereInput, what: string, timeoutMs = 30_000) {
  return waitFor(
    () => test.database.prisma.run.findFirst({ where, include: { questions: true } }),
    { timeoutMs, what },
  );
}

const events = (runId: string) =>
  test.database.prisma.runEvent.findMany({ where: { runId }, orderBy: { seq: "asc" } });

it("ends a sleeping agent within seconds when a person stops it, and leaves the card where it is", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: long-sleep" }],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");
  const run = await findRun(
    { state: "running", lastAction: { contains: "sleep" } },
    "a sleeping agent",
  );

  await stopRun(
    test.database,
    project.owner,
    { projectId: project.project.id, runId: run.id },
    new Date(),
  );
  const ended = await findRun({ id: run.id, state: "ended" }, "the end", 15_000);

  expect(ended).toMatchObject({ outcome: "stopped", stopRequestedBy: "owner" });
  expect((await events(run.id)).map((event) => event.kind)).toContain("stop_requested");
  expect((await onlyTicket()).column.name).toBe("InProgress");
  const state = await fixture.context.runtime.inspect(path.join(dataDir.path, "runs", run.id, "1"));
  expect(state).toMatchObject({ agent: "gone" });

  // An edit by a person does not lift the stop; dragging it again does.
  await drag("Backlog");
  await drag("Todo");
  await findRun({ id: { not: run.id }, state: "running" }, "a second run");
});

it("ends an agent that waits for an answer when a person stops it, and withdraws the question", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: ask-question" }],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");
  const run = await findRun({ state: "awaiting_input" }, "a question");

  await stopRun(
    test.database,
    project.owner,
    { projectId: project.project.id, runId: run.id },
    new Date(),
  );
  const ended = await findRun({ id: run.id, state: "ended" }, "the end", 15_000);

  expect(ended).toMatchObject({ outcome: "stopped", stopRequestedBy: "owner" });
  expect(ended.questions.map((question) => question.state)).toEqual(["withdrawn"]);
});

it("asks a person and hands the answer to the waiting agent", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: ask-question" }],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");
  const run = await findRun({ state: "awaiting_input" }, "a question");
  const [question] = run.questions;
  expect(question).toMatchObject({ kind: "question", state: "open" });

  const input = {
    projectId: project.project.id,
    runId: run.id,
    questionId: question?.id ?? "",
    answer: { labels: { "Which storage shall I use?": "Postgres" } },
  };
  await answerQuestion(test.database, project.owner, input, new Date());
  await expect(
    answerQuestion(test.database, project.owner, input, new Date()),
  ).rejects.toMatchObject({ status: 409 });

  const ended = await findRun({ id: run.id, state: "ended" }, "the end");
  expect(ended.outcome).toBe("completed");
  const said = (await events(run.id)).map((event) => JSON.stringify(event.payload));
  expect(said.some((text) => text.includes("I will use Postgres."))).toBe(true);
});

it("lets a person allow a command always, which the skill file then says", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: permission-bash" }],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");
  const run = await findRun({ state: "awaiting_input" }, "a permission request");
  const [question] = run.questions;
  expect(question).toMatchObject({ kind: "permission", state: "open" });

  await answerQuestion(
    test.database,
    project.owner,
    {
      projectId: project.project.id,
      runId: run.id,
      questionId: question?.id ?? "",
      answer: { permission: "allow_always" },
    },
    new Date(),
  );
  const ended = await findRun({ id: run.id, state: "ended" }, "the end");
  expect(ended.outcome).toBe("completed");
  const written = await readFile(path.join(project.workspace.path, "node-version.txt"), "utf8");
  expect(written).toMatch(/^v\d+/);
  const skill = await readFile(
    path.join(project.workspace.path, ".agents/skills/programmer.md"),
    "utf8",
  );
  expect(skill).toMatch(/^---\nallowedTools:\n {2}- /);
  expect(skill.endsWith("You write code.\n")).toBe(true);
});

it("puts the ticket back and backs off when the agent's program is missing", async () => {
  project = await createEngineProject(test.database, { tickets: [{ title: "Cannot start" }] });
  fixture = await startEngineFixture(test, {
    dataDir: dataDir.path,
    claudeBin: "/nonexistent/claude",
  });
  await drag("Todo");
  const run = await findRun({ state: "ended" }, "the failed start");

  expect(run.outcome).toBe("spawn_failed");
  expect((await onlyTicket()).column.name).toBe("Todo");
  const [firing] = await test.database.prisma.firing.findMany({ where: { state: "owed" } });
  expect(firing).toMatchObject({ cause: "retry", agent: "programmer", failures: 1 });
  expect(firing?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
  const why = await explainTicket(test.database, project.project.id, 1, {}, new Date());
  expect(why.waits?.code).toBe("BACKOFF");
});

it("calls an answer of the API that is an error a failure, puts the card back and owes a retry", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: api-error-500" }],
  });
  fixture = await startEngineFixture(test, { dataDir: dataDir.path });
  await drag("Todo");
  const ended = await findRun({ state: "ended" }, "the end");

  expect(ended.outcome).toBe("failed");
  expect((await onlyTicket()).column.name).toBe("Todo");
  const owed = await test.database.prisma.firing.findMany({ where: { state: "owed" } });
  expect(owed.map((firing) => firing.cause)).toEqual(["retry"]);
});

it("lets the agent's own curl to the board pass without a card", async () => {
  const seen: string[] = [];
  const api = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization?.slice(0, 11)}`);
    response.end("{}");
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo;
  try {
    project = await createEngineProject(test.database, {
      tickets: [{ title: "scenario: comment-and-review" }],
    });
    fixture = await startEngineFixture(test, {
      dataDir: dataDir.path,
      apiUrl: `http://127.0.0.1:${port}`,
    });
    await drag("Todo");
    const run = await findRun({ state: "ended" }, "the end");

    expect(run.outcome).toBe("completed");
    expect(run.questions).toEqual([]);
    expect(
      seen.some((line) =>
        line.startsWith("POST /api/projects/test-project/tickets/1/comments Bearer sbr_"),
      ),
    ).toBe(true);
    const requests = (await events(run.id)).filter((event) => event.kind === "permission_request");
    expect(
      requests.every((event) => (event.payload as { decidedBy: string }).decidedBy === "board"),
    ).toBe(true);
    const stored = (await events(run.id)).map((event) => JSON.stringify(event.payload)).join("\n");
    expect(stored).not.toContain("sbr_");
  } finally {
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
  }
});

it("loses no line and keeps the right outcome when its worker is killed in the middle", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "scenario: slow-stream" }],
  });
  const options = { dataDir: dataDir.path, env: { FAKE_CLAUDE_SPEED: "5" } };
  const worker = await spawnWorker(test, options);
  await drag("Todo");
  const run = await waitFor(
    () => test.database.prisma.run.findFirst({ where: { state: "running", nextSeq: { gt: 4 } } }),
    { timeoutMs: 30_000, what: "a run with events" },
  );
  await worker.end("SIGKILL");
  fixture = await startEngineFixture(test, options);

  const ended = await findRun({ id: run.id, state: "ended" }, "the end", 40_000);
  expect(ended).toMatchObject({ outcome: "completed", processNumber: 1 });
  const stored = await events(run.id);
  expect(stored.map((event) => event.seq)).toEqual(stored.map((_, index) => index + 1));
  expect(stored.map((event) => event.kind)).toContain("readopted");
  const ends = stored.filter((event) => event.offset > 0n).map((event) => Number(event.offset));
  expect([...new Set(ends)]).toEqual(
    (await readSpool(dataDir.path, run.id)).map((line) => line.end),
  );
  expect(await test.database.prisma.ledgerEntry.count({ where: { runId: run.id } })).toBe(1);
});
