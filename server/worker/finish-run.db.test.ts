import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { FILES } from "../agent/keeper/protocol.ts";
import { processDirFor } from "../agent/process-runtime.ts";
import { isThere } from "../lib/is-there.ts";
import { createDatabase } from "../store/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { openLossyRelay } from "../testing/lossy-relay.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { finishRun } from "./finish-run.ts";
import { admitByRule, pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext, makeDataDir } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createRunFeed } from "./run-feed.ts";

const failed = {
  outcome: "failed" as const,
  message: "it went wrong",
  resetsAt: null,
  sessionProblem: null,
  blockedTools: [],
};

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  const programs = { keeperPath: "unused", fakeClaude: "unused" };
  ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

/** A run at work, of a known conversation, with what ends it. */
async function startRun(owner: WorkerContext) {
  const { prisma } = test.database;
  project = await createEngineProject(test.database, { tickets: [{ status: "Todo" }] });
  const [ticket] = project.tickets;
  if (!ticket) throw new Error("no ticket");
  const admitted = await admitByRule(test.database, project.project.id, ticket.id, "code");
  if (admitted.kind !== "admitted")
    throw new Error(`expected an admission, found ${admitted.kind}`);
  const id = admitted.runId;
  await pretendRunning(test.database, id);
  const sessionId = "11111111-1111-4111-8111-111111111111";
  await prisma.run.update({ where: { id }, data: { sessionId } });
  const key = { projectId: project.project.id, agent: "programmer", ticketId: ticket.id };
  const session = { sessionId, cwd: project.workspace.path, isStarted: true };
  await prisma.agentSession.upsert({
    where: { projectId_agent_ticketId: key },
    create: { ...key, ...session, updatedAt: new Date() },
    update: session,
  });
  const run = await readClaimedRun(test.database, id);
  if (!run) throw new Error("no run");
  const { signal } = new AbortController();
  const feed = createRunFeed(owner, {
    runId: id,
    fence: 1,
    nextSeq: run.nextSeq,
    processNumber: () => 1,
    signal,
  });
  const charge = {
    context: owner,
    run,
    fence: 1,
    feed,
    signal,
    onSession: () => undefined,
    onBegun: () => undefined,
  };
  return { id, charge, key };
}

/** Ends a run; whether the pair's next run may go on with its conversation. */
async function endWith(sessionProblem: "too_long" | null): Promise<boolean> {
  const { prisma } = test.database;
  const { id, charge, key } = await startRun(context);
  const ending = { ...failed, message: "Prompt is too long", sessionProblem };
  await finishRun(charge, { ending, exit: null, session: null });
  const ended = await prisma.run.findUniqueOrThrow({ where: { id } });
  expect(ended).toMatchObject({ state: "ended", outcome: "failed", error: "Prompt is too long" });
  return (await prisma.agentSession.findFirstOrThrow({ where: key })).isStarted;
}

it("leaves a conversation that does not fit into a request any more, and only that", async () => {
  expect(await endWith("too_long")).toBe(false);
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  expect(await endWith(null)).toBe(true);
});

it.each(["failed", "completed"] as const)(
  "tells viewers of an end that was %s and leaves nothing raw when the database's answer to it got lost",
  async (outcome) => {
    const relay = await openLossyRelay(test.url);
    const database = createDatabase(relay.url, { maxConnections: 3 });
    const { path: dataDir, remove } = await makeDataDir();
    const programs = { keeperPath: "unused", fakeClaude: "unused" };
    try {
      const owner = await createWorkerContext({ database }, { dataDir, programs });
      const { id, charge } = await startRun(owner.context);
      const spool = path.join(processDirFor(dataDir, id, 1), FILES.stdout);
      await mkdir(path.dirname(spool), { recursive: true });
      await writeFile(spool, "{}\n");
      const run = { ...charge.run, processNumber: 1 };
      relay.loseCommitAfter("run_ended");
      const ending = { ...failed, outcome };
      await finishRun({ ...charge, run }, { ending, exit: null, session: null });

      expect(relay.lost()).toBe(1);
      const ends = await test.database.prisma.runEvent.findMany({
        where: { runId: id, kind: "ended" },
      });
      expect(ends).toMatchObject([{ payload: { outcome } }]);
      const told = owner.sent.filter(({ event }) => event === "end");
      expect(told).toMatchObject([{ message: { run: id, lastSeq: ends[0]?.seq, outcome } }]);
      expect(await isThere(spool)).toBe(false);
      const ended = await test.database.prisma.run.findUniqueOrThrow({ where: { id } });
      expect(ended).toMatchObject({ state: "ended", outcome, tokenSecret: null });
    } finally {
      await database.close();
      await relay.close();
      await remove();
    }
  },
);
