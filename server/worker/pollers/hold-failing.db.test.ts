import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { retryAutomation } from "../../commands/retry-automation.ts";
import { readAutomations } from "../../queries/automations-answer.ts";
import type { TestDatabase } from "../../testing/database.ts";
import type { WorkerContext } from "../context.ts";
import { endRun, pretendRunning } from "../fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "../fixtures/trigger-scene.ts";
import type { TriggerScene } from "../fixtures/trigger-scene.ts";

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

const at = (text: string): Date => new Date(`2026-03-27T${text}Z`);
const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });

it("a rule without tickets whose tries are spent starts with no occurrence until a person says try again, or edits the rule", async () => {
  const rule = ruleOn("tick", { type: "interval", seconds: 60, maxConsecutiveRuns: 2 });
  scene = await openScene(test, context, [rule]);
  await scene.poll(at("10:00:00"));
  await scene.poll(at("11:00:00"));
  await scene.evaluate();
  const soon = () =>
    test.database.prisma.firing.updateMany({
      where: { state: "owed" },
      data: { dueAt: new Date(Date.now() - 1_000) },
    });
  const age = () =>
    test.database.prisma.run.updateMany({ data: { endedAt: new Date(Date.now() - 7_200_000) } });
  const failTwice = async () => {
    for (let index = 0; index < 2; index += 1) {
      const { id } = await activeRun();
      await pretendRunning(test.database, id);
      await endRun(test.database, id, "failed");
      await soon();
      await scene.evaluate();
    }
  };
  const row = async () =>
    (await readAutomations(test.database, scene.project, new Date())).rows[0]?.owed;
  const nextOccurrence = async () => {
    await test.database.prisma.automationState.updateMany({
      data: { nextRunAt: at("12:00:00") },
    });
    await age();
    return scene.evaluate();
  };
  expect(await row()).toBeNull();
  await failTwice();
  expect(await nextOccurrence()).toMatchObject({ admitted: 0 });
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  expect(await row()).toMatchObject({
    code: "RETRIES_SPENT",
    sentence: { values: { rule: "tick", agent: "programmer", failures: 2 } },
    canTryAgain: true,
  });

  const actor = scene.owner;
  const input = { projectId: scene.project.id, automation: "tick" };
  await retryAutomation(test.database, actor, input, new Date());
  expect(await test.database.prisma.inboxItem.count({ where: { closedAt: null } })).toBe(0);
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  expect(await row()).toBeNull();

  await failTwice();
  expect(await nextOccurrence()).toMatchObject({ admitted: 0 });
  await scene.reload([{ ...rule, name: "Edited" }]);
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  await expect(
    retryAutomation(test.database, actor, { ...input, automation: "none" }, new Date()),
  ).rejects.toMatchObject({ status: 404, code: "AUTOMATION_UNKNOWN" });
});
