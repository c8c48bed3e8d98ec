import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newRunId } from "../../lib/ids.ts";
import { explainTicket } from "../../queries/why.ts";
import type { TestDatabase } from "../../testing/database.ts";
import type { WorkerContext } from "../../worker/context.ts";
import { endRun, pretendRunning } from "../../worker/fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "../../worker/fixtures/trigger-scene.ts";
import type { TriggerScene } from "../../worker/fixtures/trigger-scene.ts";
import { holdFolder, refuseBesideUndo, whileHolding } from "./hold-folder.ts";
import { undoRun } from "./undo-run.ts";

let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;
let undone: string;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
beforeEach(async () => {
  const rule = ruleOn("code", { type: "ticketInColumn", columns: ["Todo"] });
  scene = await openScene(test, context, [rule], {
    tickets: [{ status: "Todo" }, { status: "Backlog" }],
  });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  undone = (await test.database.prisma.run.findFirstOrThrow()).id;
  await pretendRunning(test.database, undone);
  await endRun(test.database, undone, "completed");
  await scene.move(2, "Todo");
});
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

async function beginUndo(): Promise<string> {
  const id = newRunId();
  await test.database.prisma.runUndo.create({
    data: {
      id,
      projectId: scene.project.id,
      runId: undone,
      state: "doing",
      requestedBy: "owner",
      requestedByKind: "person",
    },
  });
  return id;
}

it("starts nothing in the folder while an undo writes it, and says so", async () => {
  const { prisma } = test.database;
  const id = await beginUndo();
  await holdFolder(prisma, id);
  expect(await scene.evaluate()).toMatchObject({ admitted: 0 });
  const { waits } = await explainTicket(test.database, scene.project.id, 2, {}, new Date());
  expect(waits).toMatchObject({
    code: "GROUP_BUSY",
    sentence: { text: "owner is undoing a run of programmer, and the folder is being written" },
  });
  await prisma.runUndo.update({ where: { id }, data: { state: "done" } });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("an undo whose process died holds nothing for long, and says that it failed", async () => {
  const { prisma } = test.database;
  const id = await beginUndo();
  await prisma.$executeRaw`
    UPDATE "RunUndo" SET "aliveAt" = clock_timestamp() - interval '31 seconds' WHERE "id" = ${id}`;
  await refuseBesideUndo(prisma, scene.project.id);
  expect(await prisma.runUndo.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "failed",
    error: "the program ended in the middle of it",
  });
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
});

it("renews its hold while it works, and answers what the work answers", async () => {
  const { prisma } = test.database;
  const id = await beginUndo();
  expect(await whileHolding(prisma, id, () => Promise.resolve("done"))).toBe("done");
  await expect(
    whileHolding(prisma, id, () => Promise.reject(new Error("full disk"))),
  ).rejects.toThrow("full disk");
});

it("is refused beside a run that is about to start", async () => {
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const input = { projectId: scene.project.id, runId: undone, dataDir: scene.workspace.path };
  await expect(undoRun(test.database, scene.owner, input, new Date())).rejects.toMatchObject({
    status: 409,
    code: "RUN_ACTIVE",
  });
});
