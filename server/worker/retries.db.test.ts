/** The table of rule 2, row by row, on stored runs. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { settleRun } from "../commands/settle-run.ts";
import type { RunOutcome } from "../contracts/words.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { explainTicket } from "../queries/why.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

const programs = { keeperPath: "unused", fakeClaude: "unused" };

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.providerLimit.deleteMany();
});

const rule = (more: { trigger?: object; run?: object; after?: object[] } = {}) => ({
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], ...more.trigger },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer", ...more.run },
    ...(more.after ?? []),
  ],
});

async function begin(more: Parameters<typeof rule>[0] = {}): Promise<void> {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [rule(more)],
    root: { dailyBudgetUsd: null },
  });
}

async function evaluate(): Promise<number> {
  const { id } = project.project;
  const config = await readLiveAutomations(test.database, id);
  return (await evaluateProject(context, id, () => true, config)).admitted;
}

interface End {
  outcome: RunOutcome;
  hasStarted?: boolean;
  hasProgress?: boolean;
  hasSpoken?: boolean;
  resetsAt?: Date | null;
  random01?: number;
}

/** Ends the active run as told; answers what was stored of it. */
async function end({ outcome, hasStarted = true, ...more }: End) {
  const { prisma } = test.database;
  const { id } = await prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });
  await pretendRunning(test.database, id);
  await prisma.run.update({
    where: { id },
    data: {
      ...(hasStarted ? {} : { startedAt: null }),
      hasProgress: more.hasProgress ?? false,
      ...(more.hasSpoken === true ? { nextSeq: 2 } : {}),
    },
  });
  if (more.hasSpoken === true) {
    const event = { runId: id, seq: 1, at: new Date(), kind: "assistant_text", payload: {} };
    await prisma.runEvent.create({ data: { ...event, processNumber: 1, offset: 99 } });
  }
  const settled = await settleRun(test.database, {
    projectId: project.project.id,
    runId: id,
    fence: 1,
    outcome,
    message: outcome,
    exitCode: 0,
    exitSignal: null,
    resetsAt: more.resetsAt ?? null,
    now: new Date(),
    random01: more.random01 ?? 0.5,
  });
  if (settled === null) throw new Error("the run was not settled");
  return prisma.run.findUniqueOrThrow({ where: { id } });
}

const column = async (number = 1) =>
  (
    await test.database.prisma.ticket.findFirstOrThrow({
      where: { number },
      include: { column: true },
    })
  ).column.name;
const owed = () => test.database.prisma.firing.findMany({ where: { state: "owed" } });
const inbox = async () =>
  (await test.database.prisma.inboxItem.findMany({ where: { closedAt: null } })).map(
    ({ kind }) => kind,
  );
const why = async () =>
  (await explainTicket(test.database, project.project.id, 1, {}, new Date())).waits?.code ?? null;
const secondsFromNow = (at: Date) => Math.round((at.getTime() - Date.now()) / 1_000);
const comeDue = () =>
  test.database.prisma.firing.updateMany({
    where: { state: "owed" },
    data: { dueAt: new Date(Date.now() - 1_000) },
  });

describe("ends that are no failure", () => {
  it("completed and moved on by its rule: nothing is left to do", async () => {
    await begin({ after: [{ type: "moveTicketStatus", to: "Review" }] });
    await evaluate();
    await end({ outcome: "completed" });
    expect([await column(), await owed(), await inbox()]).toEqual(["Review", [], []]);
  });

  it("completed where the admission put it: it stays, and a person is asked to look", async () => {
    await begin();
    await evaluate();
    await end({ outcome: "completed" });
    expect([await column(), await owed(), await inbox()]).toEqual([
      "InProgress",
      [],
      ["not_moved"],
    ]);
  });

  it("a limit of the account: it sleeps until the limit opens, and costs no try", async () => {
    await begin();
    await evaluate();
    const resetsAt = new Date(Date.now() + 3_600_000);
    const run = await end({ outcome: "rate_limited", resetsAt });
    expect(run.wakeOn).toEqual({ kind: "limit", until: resetsAt.toISOString() });
    expect(await owed()).toMatchObject([{ cause: "wake", dueAt: resetsAt, failures: 0 }]);
    expect(await column()).toBe("InProgress");
  });

  it("lost with a session: it is woken after a minute", async () => {
    await begin();
    await evaluate();
    const run = await end({ outcome: "lost", hasSpoken: true });
    expect(run.wakeOn).toMatchObject({ kind: "lost" });
    const [firing] = await owed();
    expect(firing).toMatchObject({ cause: "wake", failures: 0 });
    expect(secondsFromNow(firing?.dueAt ?? new Date(0))).toBeGreaterThanOrEqual(58);
    expect(secondsFromNow(firing?.dueAt ?? new Date(0))).toBeLessThanOrEqual(60);
    await comeDue();
    expect(await evaluate()).toBe(1);
  });

  it("lost where the project asks: it waits for a person", async () => {
    await begin();
    await test.database.prisma.project.updateMany({ data: { onLost: "ask" } });
    await evaluate();
    await end({ outcome: "lost", hasSpoken: true });
    expect([await owed(), await inbox()]).toEqual([[], ["interrupted"]]);
    expect(await evaluate()).toBe(0);
  });

  it("the day's cap: it sleeps, whether it achieved something or not, and starts when there is money", async () => {
    await begin();
    await evaluate();
    const run = await end({ outcome: "budget_exceeded" });
    expect(run.wakeOn).toEqual({ kind: "budget", until: null });
    expect(await column()).toBe("InProgress");
    expect(await owed()).toMatchObject([{ cause: "wake", failures: 0 }]);
    expect(await evaluate()).toBe(1);
    expect(await test.database.prisma.run.findFirst({ where: { state: "queued" } })).toMatchObject({
      cause: "wake",
      previousRunId: run.id,
    });
  });

  it("sleeping neither counts as a failure nor makes an end of failing", async () => {
    await begin({ trigger: { maxConsecutiveRuns: 2 } });
    await evaluate();
    await end({ outcome: "failed" });
    await comeDue();
    await evaluate();
    await end({ outcome: "budget_exceeded" });
    await evaluate();
    await end({ outcome: "failed" });
    expect([await column(), await owed(), await inbox()]).toEqual(["Blocked", [], ["stuck"]]);
  });
});

describe("failures", () => {
  it.each<RunOutcome>(["spawn_failed", "verify_failed"])(
    "%s: the ticket is put back and the start owed again",
    async (outcome) => {
      await begin({ run: { restoreStatusOnFail: false } });
      await evaluate();
      await end({ outcome, hasStarted: false });
      expect(await column()).toBe("Todo");
      const [firing] = await owed();
      expect(firing).toMatchObject({ agent: "programmer", failures: 1 });
      expect(secondsFromNow(firing?.dueAt ?? new Date(0))).toBeGreaterThanOrEqual(58);
      expect(await why()).toBe("BACKOFF");
    },
  );

  it.each<End>([
    { outcome: "failed" },
    { outcome: "stalled" },
    { outcome: "max_turns", hasProgress: true },
    { outcome: "timed_out", hasProgress: true },
  ])("$outcome (progress: $hasProgress): put back, and tried again after a pause", async (how) => {
    await begin();
    await evaluate();
    await end(how);
    expect(await column()).toBe("Todo");
    expect(await owed()).toMatchObject([{ cause: "retry", failures: 1 }]);
  });

  it("its own limit with progress: tried again; without: blocked", async () => {
    await begin({ run: { maxCostUsd: 1 } });
    await evaluate();
    await end({ outcome: "budget_exceeded", hasProgress: true });
    expect(await owed()).toMatchObject([{ cause: "retry", failures: 1 }]);
    await comeDue();
    await evaluate();
    await end({ outcome: "budget_exceeded" });
    expect([await column(), await owed()]).toEqual(["Blocked", []]);
  });

  it.each<RunOutcome>(["max_turns", "timed_out"])(
    "%s without progress: blocked at once, with a comment that names reason, owner and what to do",
    async (outcome) => {
      await begin();
      await evaluate();
      await end({ outcome });
      expect([await column(), await owed(), await inbox()]).toEqual(["Blocked", [], ["stuck"]]);
      const comments = await test.database.prisma.comment.findMany();
      expect(comments.map((comment) => [comment.author, comment.content])).toEqual([
        [
          "system",
          `@owner programmer ended early (${outcome}) without progress and waits for a person. Look at the run, then press Run, or change or move the ticket.`,
        ],
      ]);
      expect(await evaluate()).toBe(0);
    },
  );

  it("stays where it is when the rule says so", async () => {
    await begin({ run: { restoreStatusOnFail: false } });
    await evaluate();
    await end({ outcome: "failed" });
    expect(await column()).toBe("InProgress");
  });

  it("doubles the pause each time, up to half an hour, from what is stored", async () => {
    await begin({ trigger: { maxConsecutiveRuns: 10 } });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      // A worker that has just been started knows no more than the database does.
      ({ context } = await createWorkerContext(test, { dataDir: "/nonexistent", programs }));
      expect(await evaluate()).toBe(1);
      await end({ outcome: "failed" });
      const [firing] = await owed();
      expect(firing?.failures).toBe(attempt);
      pauses.push(secondsFromNow(firing?.dueAt ?? new Date(0)));
      await comeDue();
    }
    const wanted = [60, 120, 240, 480, 960, 1_800, 1_800];
    for (const [index, pause] of pauses.entries()) {
      expect(Math.abs(pause - (wanted[index] ?? 0))).toBeLessThanOrEqual(3);
    }
  });

  it("counts anew after a person touched the ticket", async () => {
    await begin({ trigger: { maxConsecutiveRuns: 2 } });
    await evaluate();
    await end({ outcome: "failed" });
    await addComment(
      test.database,
      project.owner,
      { projectId: project.project.id, number: 1, content: "try it with the other library" },
      new Date(),
    );
    await comeDue();
    await evaluate();
    await end({ outcome: "failed" });
    expect(await owed()).toMatchObject([{ cause: "retry", failures: 1 }]);
  });

  it("lost three times in a row without a word: stuck, and other tickets go on", async () => {
    await begin();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await evaluate()).toBe(1);
      await end({ outcome: "lost" });
      await comeDue();
    }
    expect(await column()).toBe("Blocked");
    expect(await inbox()).toEqual(["stuck"]);
    expect(await evaluate()).toBe(0);
    await createTicket(
      test.database,
      project.owner,
      { projectId: project.project.id, title: "Another", status: "Todo" },
      new Date(),
    );
    expect(await evaluate()).toBe(1);
    expect(await column(2)).toBe("InProgress");
  });

  it("a lost run that said something breaks the row", async () => {
    await begin();
    for (const hasSpoken of [false, false, true, false, false]) {
      expect(await evaluate()).toBe(1);
      const run = await end({ outcome: "lost", hasSpoken });
      expect(run.wakeOn).toMatchObject({ kind: "lost" });
      await comeDue();
    }
    expect(await evaluate()).toBe(1);
  });
});
