import { mkdir, readFile, readdir, realpath, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { createChannelExport } from "./export-channel.ts";
import { goLive } from "./import-go-live.ts";
import { importCosts } from "./import-costs.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let workspace: string;
let fixture: ProjectFixture;
let warnings: string[];
const now = new Date("2026-05-01T10:00:00Z");
const nobody = { url: "http://127.0.0.1:1" };

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("channel");
  workspace = await realpath(scratch.path);
  warnings = [];
  fixture = await createProjectFixture(test.database, {
    workspacePath: workspace,
    isPaused: true,
    agents: ["programmer"],
    tickets: [{ title: "one" }],
  });
  await test.database.prisma.project.update({
    where: { id: fixture.project.id },
    data: { isImported: true },
  });
  fixture.project.isImported = true;
});
afterEach(async () => {
  await test.database.prisma.project.deleteMany();
  await scratch.remove();
});

const exporter = () =>
  createChannelExport(test.database, {
    warn: (_: unknown, text?: string) => void warnings.push(text ?? ""),
  });
const file = (name: string) => path.join(workspace, ".agents/channel", name);
const read = (name: string) => readFile(file(name), "utf8");
const live = () =>
  goLive(
    test.database,
    fixture.owner,
    { project: fixture.project, source: nobody, confirm: true },
    now,
  );

async function work(index: number): Promise<void> {
  const projectId = fixture.project.id;
  const ticketId = fixture.tickets[0]?.id ?? 0;
  const id = index.toString(16).padStart(32, "0");
  const { prisma } = test.database;
  await prisma.run.create({
    data: {
      id,
      projectId,
      ticketId,
      agent: "programmer",
      cause: "manual",
      causeText: {},
      state: "ended",
      startedAt: now,
      endedAt: new Date(now.getTime() + 90_000),
      exitCode: 0,
      ...runDefaults,
    },
  });
  await prisma.ledgerEntry.create({
    data: {
      ...{ projectId, ticketId, runId: id, agent: "programmer", model: "claude-haiku-4-5" },
      ...{ day: now, kind: "result", amountUsd: 0.5, sourceKey: `run ${index}`, at: now },
    },
  });
  const row = {
    sessionId: `session-${index}`,
    cwd: workspace,
    isStarted: true,
    updatedAt: new Date(),
  };
  await prisma.agentSession.upsert({
    where: { projectId_agent_ticketId: { projectId, agent: "programmer", ticketId } },
    create: { projectId, agent: "programmer", ticketId, ...row },
    update: row,
  });
}
const runDefaults = {
  ...{ prompt: "", permissionLevel: "edit", maxTurns: 1, timeoutSeconds: 1, cwd: "/" },
  ...{ contract: {}, contractHash: "", admittedRevision: 0n },
};

it("writes nothing before the project is live, then sessions and costs, each once", async () => {
  const channel = exporter();
  await work(1);
  await channel.look(now);
  expect(await readdir(workspace)).toEqual([]);
  await mkdir(file(""), { recursive: true });
  const kept = { _learnedTickets: [1], _sessions: { "writer:sweep": "s", "programmer:1": "old" } };
  await writeFile(file("dispatch-state.json"), JSON.stringify(kept));
  await writeFile(file("cost-log.jsonl"), '{"At":"2026-04-01T00:00:00Z","Agent":"a","UsdCost":1}');
  await live();
  await channel.look(now);
  expect(JSON.parse(await read("dispatch-state.json"))).toEqual({
    _learnedTickets: [1],
    _sessions: { "writer:sweep": "s", "programmer:1": "session-1" },
  });
  await work(2);
  await channel.look(now);
  await exporter().look(now);
  const lines = (await read("cost-log.jsonl")).trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({
    At: now.toISOString(),
    Agent: "programmer",
    TicketId: 1,
    Model: "claude-haiku-4-5",
    UsdCost: 0.5,
    DurationSeconds: 90,
    ExitCode: 0,
  });
  expect(warnings).toEqual([]);
  const { id: projectId } = fixture.project;
  const again = await importCosts(test.database, { projectId, actor: fixture.owner, workspace });
  expect(again).toMatchObject({ lines: 3, booked: 1, known: 2, bad: [] });
});

it("gives a long log the name of its month and goes on", async () => {
  await mkdir(file(""), { recursive: true });
  await writeFile(file("cost-log.jsonl"), "{}\n".repeat(5_000));
  await work(1);
  await live();
  await exporter().look(now);
  expect((await read("cost-log-2026-05.jsonl")).split("\n")).toHaveLength(5_001);
  expect((await read("cost-log.jsonl")).trimEnd().split("\n")).toHaveLength(1);
  await rename(file("cost-log.jsonl"), file("cost-log-2026-06.jsonl"));
  await work(2);
  await exporter().look(now);
  expect((await read("cost-log.jsonl")).trimEnd().split("\n")).toHaveLength(1);
});

it("leaves a state alone that it cannot read, and warns of another program", async () => {
  await mkdir(file(""), { recursive: true });
  await live();
  await work(1);
  const channel = exporter();
  await channel.look(now);
  await writeFile(file("dispatch-state.json"), "{ half");
  await work(2);
  await channel.look(now);
  expect(await read("dispatch-state.json")).toBe("{ half");
  expect(warnings).toEqual(["another program writes .agents/channel/dispatch-state.json"]);
});
