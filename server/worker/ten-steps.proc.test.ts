/**
 * The whole way of one card, told in ten steps: real engine parts, keeper and scripted agent, and a clock
 * that this test turns. Where the database's clock rules, what is stored is made older instead.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { systemClock } from "../lib/clock.ts";
import { explainTicket } from "../queries/why.ts";
import { waitFor } from "../testing/wait-for.ts";
import type { WorkerContext } from "./context.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { registerWorker } from "./register.ts";
import { createSchedule } from "./schedule.ts";
import { createSupervisors } from "./supervisors.ts";
import { tick } from "./tick.ts";

const POLL_MS = 30_000;
const MINUTE_MS = 60_000;

const rules = [
  {
    id: "code",
    trigger: {
      type: "ticketInColumn",
      columns: ["Todo"],
      assigneeSlug: "programmer",
      seconds: 30,
      immediate: false,
    },
    conditions: [
      { type: "minDescriptionLength", length: 20 },
      { type: "labels", labels: ["blocked"], negate: true },
    ],
    actions: [
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer", concurrencyGroup: "code", maxCostUsd: 2 },
      { type: "moveTicketStatus", to: "Review" },
    ],
  },
  {
    id: "evaluate",
    trigger: {
      type: "statusChange",
      to: "Done",
      silenceSeconds: 1800,
      pollSeconds: 30,
      immediate: false,
    },
    actions: [{ type: "runAgent", agent: "evaluator" }],
  },
];

let harness: Harness;
let project: EngineProject;
let context: WorkerContext;
let offsetMs: number;

beforeEach(async () => {
  harness = await createHarness();
  offsetMs = 0;
});
afterEach(() => harness.clean());

/** Time passes: this process's clock goes on, and everything stored becomes that much older. */
async function pass(ms: number): Promise<void> {
  offsetMs += ms;
  const by = `${ms} ms`;
  await harness.prisma.$transaction(async (tx) => {
    // The log refuses changes; what a test makes older stays the same otherwise.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`UPDATE "Activity" SET "at" = "at" - ${by}::interval`;
    await tx.$executeRaw`
      UPDATE "Ticket" SET "createdAt" = "createdAt" - ${by}::interval, "updatedAt" = "updatedAt" - ${by}::interval,
             "enteredColumnAt" = "enteredColumnAt" - ${by}::interval`;
    await tx.$executeRaw`
      UPDATE "Firing" SET "dueAt" = "dueAt" - ${by}::interval, "createdAt" = "createdAt" - ${by}::interval`;
    await tx.$executeRaw`
      UPDATE "AutomationState" SET "lastPolledAt" = "lastPolledAt" - ${by}::interval`;
  });
}

interface Start {
  agent: string;
  argv: string[];
  runId: string;
}

/** What really ran, told by the agents themselves. */
async function starts(): Promise<Start[]> {
  const text = await readFile(path.join(harness.dataDir, "fake-log.ndjson"), "utf8").catch(
    () => "",
  );
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Start & { event: string })
    .filter(({ event, runId }) => event === "start" && runId);
}

it("a card goes from Todo to Done and is evaluated once, step by step", async () => {
  project = await harness.project({
    agents: ["evaluator"],
    skills: { programmer: "You write code.\n", evaluator: "You judge what was done.\n" },
    rules,
  });
  const { database } = harness.test;
  const projectId = project.project.id;
  ({ context } = await createWorkerContext(harness.test, { dataDir: harness.dataDir }));
  context = {
    ...context,
    clock: { ...systemClock, monotonicMs: () => performance.now() + offsetMs },
  };
  await registerWorker(database, { id: context.workerId, version: "test" });
  const parts = {
    context,
    schedule: createSchedule(),
    supervisors: createSupervisors(),
    isDraining: () => false,
  };
  const look = () => tick(parts);
  const add = (description: string) =>
    createTicket(
      database,
      project.owner,
      { projectId, title: "Build it", status: "Todo", assignedTo: "programmer", description },
      new Date(),
    );
  const card = async (number = 1) =>
    harness.prisma.ticket.findFirstOrThrow({ where: { number }, include: { column: true } });
  const why = async (number: number) =>
    (await explainTicket(database, projectId, number, {}, new Date())).waits?.code ?? null;
  const runs = (agent: string) => harness.prisma.run.findMany({ where: { agent } });
  await look();

  await test("1 created at t = 0: no hint starts it before the poll", async () => {
    await add("Enough words to begin with");
    await add("Another card of the same group");
    await add("Too short");
    await pass(POLL_MS - 5_000);
    await look();
    expect(await runs("programmer")).toEqual([]);
    expect(await why(1)).toBe("NOT_DUE");
  });

  await test("2 dispatched at the next tick after the poll period", async () => {
    await pass(5_000);
    await look();
    expect(
      (await runs("programmer")).map(({ cause, automationId }) => [cause, automationId]),
    ).toEqual([["trigger", "code"]]);
  });
  const [run] = await runs("programmer");
  if (!run) throw new Error("expected a run");

  await test("3 the conditions were evaluated, and hold back the card whose description is too short", async () => {
    expect(JSON.stringify(run.causeText)).toContain("CONDITION");
    expect(await why(3)).toBe("CONDITION");
  });

  await test("4 the card was moved in the admission", async () => {
    expect(run).toMatchObject({ columnBefore: "Todo", columnAfter: "InProgress" });
    const moved = await harness.prisma.activity.findFirstOrThrow({
      where: { kind: "run_admitted" },
    });
    expect(moved).toMatchObject({ revision: run.admittedRevision, actor: "code" });
    expect(moved.data).toMatchObject({
      changes: [{ field: "status", from: "Todo", to: "InProgress" }],
    });
  });

  await test("5 the group is held: the second card waits for it and was not moved", async () => {
    expect(run.groupName).toBe("code");
    expect((await card(2)).column.name).toBe("Todo");
    expect(await why(2)).toBe("GROUP_BUSY");
  });

  const sessions = () => harness.prisma.agentSession.findMany({ where: { agent: "programmer" } });
  await test("6 the pair of agent and card has one session of its own", async () => {
    expect(await sessions()).toMatchObject([{ projectId, ticketId: run.ticketId }]);
  });

  await test("7 the agent was spawned with that --session-id and without the card's text in its arguments", async () => {
    const [start] = await waitFor(
      async () => {
        const all = await starts();
        return all.length > 0 ? all : null;
      },
      { timeoutMs: 30_000, what: "the agent's own log" },
    );
    const { argv = [], agent, runId } = start ?? {};
    expect({ agent, runId }).toEqual({ agent: "programmer", runId: run.id });
    const sessionId = argv[argv.indexOf("--session-id") + 1];
    expect(await sessions()).toMatchObject([{ sessionId }]);
    expect(await runs("programmer")).toMatchObject([{ sessionId, isResume: false }]);
    expect(argv.join(" ")).not.toContain("Build it");
  });

  await test("8 its events were stored without a gap, and it ended well", async () => {
    const ended = await harness.ended(run.id);
    const events = await harness.events(run.id);
    expect(ended).toMatchObject({
      outcome: "completed",
      prompt: expect.stringContaining("Focus on ticket #1: Build it") as string,
    });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.kind).toBe("ended");
    expect((await card()).column.name).toBe("Review");
  });

  await test("9 its cost was booked once and its reservation closed", async () => {
    const entries = await harness.prisma.ledgerEntry.findMany({ where: { runId: run.id } });
    expect(entries.map(({ amountUsd }) => Number(amountUsd) > 0)).toEqual([true]);
    const held = await harness.prisma.reservation.findUniqueOrThrow({ where: { runId: run.id } });
    expect(held.closedAt).not.toBeNull();
  });

  await test("10 after 30 min of silence in Done the evaluator starts exactly once", async () => {
    // The second card would take its turn: it is not what this step is about.
    await harness.drag(project, "Backlog", 2);
    await harness.drag(project, "Done");
    await pass(POLL_MS);
    await look();
    await pass(20 * MINUTE_MS);
    const words = { projectId, number: 1, content: "one more thought" };
    await addComment(database, project.owner, words, new Date());
    await pass(29 * MINUTE_MS);
    await look();
    expect(await runs("evaluator")).toEqual([]);
    expect(await why(1)).toBe("NOT_DUE");

    await pass(MINUTE_MS);
    await look();
    const [evaluation] = await runs("evaluator");
    if (!evaluation) throw new Error("expected the evaluator's run");
    await harness.ended(evaluation.id);
    for (let minute = 0; minute < 120; minute += 20) {
      await pass(20 * MINUTE_MS);
      await look();
    }
    expect((await runs("evaluator")).map(({ outcome }) => outcome)).toEqual(["completed"]);
    expect((await starts()).map(({ agent }) => agent)).toEqual(["programmer", "evaluator"]);
  });
}, 120_000);

/** A step's name is part of what a failure says. */
async function test(step: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw new Error(`step ${step}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
