import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { finishRun } from "./finish-run.ts";
import { admitByRule, pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createRunFeed } from "./run-feed.ts";

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

/** Ends a run of a known conversation; whether the pair's next run may go on with that. */
async function endWith(sessionProblem: "too_long" | null): Promise<boolean> {
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
  const feed = createRunFeed(context, {
    runId: id,
    fence: 1,
    nextSeq: run.nextSeq,
    processNumber: () => 1,
    signal,
  });
  const charge = {
    context,
    run,
    fence: 1,
    feed,
    signal,
    onSession: () => undefined,
    onBegun: () => undefined,
  };
  const ending = {
    outcome: "failed" as const,
    message: "Prompt is too long",
    resetsAt: null,
    sessionProblem,
    blockedTools: [],
  };
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
