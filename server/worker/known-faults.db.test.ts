/**
 * Faults of the board this engine replaces, which must not come back. Those that other files prove are
 * named here, so that the list is whole:
 *
 * - the ticket moved before the gates: commands/admit-run.db.test.ts
 * - exclusion checked one way: commands/admit-run.db.test.ts
 * - a gated comment lost: below
 * - the budget log without a writer: worker/book-result.db.test.ts, commands/export-channel.db.test.ts
 * - one shared snapshot for all statusChange automations: worker/pollers/log-triggers.db.test.ts
 * - whole history fired at first contact: worker/pollers/log-triggers.db.test.ts and git-commit.db.test.ts
 * - a missing skill retried for ever: below, and commands/admit-run.db.test.ts
 * - a bad cron killing every trigger: worker/pollers/clock-triggers.db.test.ts
 * - one unknown type rejecting the whole file: commands/automations.db.test.ts
 * - runs purged after 24 h: below
 */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { pauseProject } from "../commands/pause-project.ts";
import { scanSkills } from "../commands/scan-skills.ts";
import { listRuns, readRun, readRunEvents } from "../queries/run.ts";
import { explainTicket } from "../queries/why.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { endRun, pretendRunning } from "./fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "./fixtures/trigger-scene.ts";
import type { TriggerScene } from "./fixtures/trigger-scene.ts";

let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const at = () => ({ projectId: scene.project.id, number: 1 });
const why = async () =>
  (await explainTicket(test.database, scene.project.id, 1, {}, new Date())).waits?.code ?? null;
const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });

async function finishRun(): Promise<string> {
  const { id } = await activeRun();
  await pretendRunning(test.database, id);
  await endRun(test.database, id, "completed");
  return id;
}

it("a gated comment is not lost: whatever holds it, it starts one run once it may", async () => {
  scene = await openScene(test, context, [ruleOn("feedback", { type: "ticketCommentAdded" })], {
    tickets: [{ status: "Review" }],
    root: { dailyBudgetUsd: 0.5 },
  });
  const { database } = test;
  await pauseProject(database, scene.owner, { ...at(), paused: true }, new Date());
  await addComment(database, scene.owner, { ...at(), content: "said while paused" }, new Date());
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  expect(await why()).toBe("PROJECT_PAUSED");
  await pauseProject(database, scene.owner, { ...at(), paused: false }, new Date());
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  expect(await why()).toBe("BUDGET_RESERVED");
  await addComment(database, scene.owner, { ...at(), content: "said without money" }, new Date());
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 0 } });
  await scene.reload([ruleOn("feedback", { type: "ticketCommentAdded" })], { dailyBudgetUsd: 20 });
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  expect(await why()).toBe("SLOTS_FULL");
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });

  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const run = await test.database.prisma.run.findFirstOrThrow({ include: { firing: true } });
  expect(run.firing?.payload).toMatchObject({ comments: [{ number: 1 }, { number: 2 }] });
  await finishRun();
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  expect(await test.database.prisma.run.count()).toBe(1);
});

it("a missing skill is not retried for ever: the card says so, nothing starts, and it starts when it is back", async () => {
  scene = await openScene(
    test,
    context,
    [ruleOn("code", { type: "ticketInColumn", columns: ["Todo"] })],
    { tickets: [{ status: "Todo" }] },
  );
  const file = path.join(scene.workspace.path, ".agents/skills/programmer.md");
  await rm(file);
  await scanSkills(test.database, scene.project.id, scene.owner, new Date());
  const before = await test.database.prisma.activity.count();
  for (let look = 0; look < 20; look += 1) {
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  }
  expect(await why()).toBe("AGENT_UNAVAILABLE");
  expect(await test.database.prisma.run.count()).toBe(0);
  expect(await test.database.prisma.firing.count()).toBe(0);
  expect(await test.database.prisma.activity.count()).toBe(before);

  await writeFile(file, "You write code.\n");
  await scanSkills(test.database, scene.project.id, scene.owner, new Date());
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("runs are not purged after 24 h: an old run keeps its row, events, cost and effect", async () => {
  scene = await openScene(
    test,
    context,
    [ruleOn("code", { type: "ticketInColumn", columns: ["Todo"] })],
    { tickets: [{ status: "Todo" }] },
  );
  const { database } = test;
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const id = await finishRun();
  await database.prisma.$executeRaw`
    UPDATE "Run" SET "createdAt" = "createdAt" - interval '40 days', "startedAt" = "startedAt" - interval '40 days',
           "endedAt" = "endedAt" - interval '40 days'`;
  await database.prisma.$executeRaw`UPDATE "RunEvent" SET "at" = "at" - interval '40 days'`;
  for (let look = 0; look < 3; look += 1) {
    expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  }
  expect(await why()).toBe("NOTHING_CHANGED");
  const projectId = scene.project.id;
  expect(await readRun(database, projectId, id)).toMatchObject({ id, outcome: "completed" });
  expect(await readRunEvents(database, id, 0, 10)).toMatchObject([{ kind: "ended" }]);
  const { items } = await listRuns(database, { projectId, limit: 10 });
  expect(items).toMatchObject([{ outcome: "completed" }]);
});
