import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadAutomations } from "../commands/load-automations.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { codeRule } from "./fixtures/workspace.ts";

/** What one answer of the scenario costs. */
const ANSWER_USD = 0.22;
const tickets = [{ title: "scenario: big-spender" }];
/** An answer and the tool after it take a second. */
const slowly = { FAKE_CLAUDE_SPEED: "2" };
const fast = { FAKE_CLAUDE_SPEED: "8" };

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

const withLimit = (maxCostUsd: number) => ({
  ...codeRule,
  actions: codeRule.actions.map((action) =>
    action.type === "runAgent" ? { ...action, maxCostUsd } : action,
  ),
});

const spentBy = async (runId: string) => {
  const rows = await harness.prisma.ledgerEntry.findMany({ where: { runId } });
  return { rows, usd: rows.reduce((sum, row) => sum + Number(row.amountUsd), 0) };
};

const reservation = (runId: string) =>
  harness.prisma.reservation.findUniqueOrThrow({ where: { runId } });

it("gives a run step after step while there is money, ends it after the answer that is refused one, and wakes it when there is more", async () => {
  const project = await harness.project({ tickets, root: { dailyBudgetUsd: 3 } });
  await harness.engine({ env: slowly });
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "running" }, "a running agent");
  await waitFor(async () => Number((await reservation(run.id)).amountUsd) === 2, {
    timeoutMs: 30_000,
    what: "a first step",
  });
  const ended = await harness.ended(run.id);

  expect(ended).toMatchObject({ outcome: "budget_exceeded", wakeOn: { kind: "budget" } });
  const { usd } = await spentBy(run.id);
  expect(usd).toBeGreaterThanOrEqual(3 * 0.8);
  expect(usd).toBeLessThan(3 + ANSWER_USD);
  expect(Number((await reservation(run.id)).amountUsd)).toBe(3);
  // Stopped between two answers: the last one is complete, and none was begun after it.
  expect(Math.round(usd / ANSWER_USD) * ANSWER_USD).toBeCloseTo(usd, 6);
  const owed = await harness.prisma.firing.findMany({ where: { state: "owed" } });
  expect(owed).toMatchObject([{ cause: "wake", agent: "programmer", failures: 0 }]);
  const notice = await waitFor(() =>
    harness.prisma.inboxItem.findFirst({ where: { kind: "budget_80", closedAt: null } }),
  );
  expect(notice.data).toMatchObject({ capUsd: 3 });

  const file = path.join(project.workspace.path, ".agents/automations.json");
  await writeFile(file, JSON.stringify({ dailyBudgetUsd: 20, automations: [codeRule] }));
  await loadAutomations(harness.test.database, project.project.id, project.owner, new Date());
  const woken = await harness.findRun(
    { id: { not: run.id }, state: "running" },
    "the run that was woken",
  );
  expect(woken).toMatchObject({ cause: "wake", isResume: true, sessionId: run.sessionId });
  expect(woken.prompt).toBe(
    "Your run on ticket #1 was paused (the day's budget): scenario: big-spender\nContinue where you stopped.",
  );
  await waitFor(
    async () => (await harness.prisma.inboxItem.count({ where: { closedAt: null } })) === 0,
    { what: "the notice of the old cap is closed" },
  );
}, 90_000);

it("ends a run at its own limit, which the CLI of this test does not keep by itself", async () => {
  const project = await harness.project({
    tickets,
    root: { dailyBudgetUsd: 50 },
    rules: [withLimit(1)],
  });
  await harness.engine({ env: slowly });
  await harness.drag(project, "Todo");
  const ended = await harness.findRun({ state: "ended" }, "the end");

  expect(ended).toMatchObject({ outcome: "budget_exceeded", wakeOn: null });
  const { usd } = await spentBy(ended.id);
  expect(usd).toBeGreaterThanOrEqual(1);
  // The answer that crosses the line, and one that a busy machine let begin.
  expect(usd).toBeLessThan(1 + 2 * ANSWER_USD);
}, 60_000);

it("settles a killed run from its usage, marked as estimated, also over the end of a worker", async () => {
  const project = await harness.project({ tickets, root: { dailyBudgetUsd: null } });
  const worker = await harness.worker({ env: fast });
  await harness.drag(project, "Todo");
  const run = await harness.findRun(
    { state: "running", nextSeq: { gt: 8 } },
    "a run that has said something",
  );
  await worker.end("SIGKILL");
  const { context } = await harness.engine({ env: fast });
  await harness.findRun({ id: run.id, nextSeq: { gt: 14 }, fence: { gt: 1 } }, "the take-over");
  const { process: record } = await context.runtime.inspect(harness.processDir(run.id));
  process.kill(record?.agent.pid ?? 0, "SIGKILL");
  await harness.ended(run.id);

  const answers = (await harness.events(run.id)).filter(({ kind }) => kind === "assistant_text");
  const { rows, usd } = await spentBy(run.id);
  expect(rows).toMatchObject([{ kind: "estimate", isEstimated: true, isUnpriced: false }]);
  // Of the answer it was on, the input was paid.
  expect(usd).toBeGreaterThan((answers.length - 1) * ANSWER_USD);
  expect(usd).toBeLessThanOrEqual((answers.length + 1) * ANSWER_USD);
  const stored = await harness.prisma.run.findUniqueOrThrow({ where: { id: run.id } });
  expect(stored.isCostEstimated).toBe(true);
  expect(Number(stored.costUsd)).toBeCloseTo(usd, 6);
}, 60_000);
