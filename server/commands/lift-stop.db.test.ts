import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { endRun, pretendRunning } from "../worker/fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "../worker/fixtures/trigger-scene.ts";
import type { TriggerScene } from "../worker/fixtures/trigger-scene.ts";
import type { WorkerContext } from "../worker/context.ts";
import type { TestDatabase } from "../testing/database.ts";
import { stopRun } from "./stop-run.ts";

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

/** A stopped agent that is still on its way out. */
async function beginStop(): Promise<string> {
  const rule = ruleOn("code", { type: "ticketInColumn", columns: ["Todo"] });
  scene = await openScene(test, context, [rule], { tickets: [{ status: "Todo" }] });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const { id } = await test.database.prisma.run.findFirstOrThrow();
  await pretendRunning(test.database, id);
  const run = { projectId: scene.project.id, runId: id };
  await stopRun(test.database, scene.owner, run, new Date());
  return id;
}

it("a drag into a starting column counts also while the stopped agent is on its way out", async () => {
  const id = await beginStop();
  await scene.move(1, "Backlog");
  await scene.move(1, "Todo");
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  await endRun(test.database, id, "stopped");
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("a drag into another column does not", async () => {
  const id = await beginStop();
  await scene.move(1, "Backlog");
  await endRun(test.database, id, "stopped");
  const { isStopLifted } = await test.database.prisma.run.findUniqueOrThrow({ where: { id } });
  expect(isStopLifted).toBe(false);
});
