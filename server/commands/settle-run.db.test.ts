import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { admitByRule, pretendRunning, pretendWorker } from "../worker/fixtures/admission.ts";
import { settleRun } from "./settle-run.ts";
import { oweUndo } from "./undo/owe-undo.ts";

let test: TestDatabase;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  project = await createEngineProject(test.database, {
    agents: ["programmer"],
    tickets: [{ status: "Todo", assignedTo: "programmer" }],
  });
});
afterAll(async () => {
  await project.workspace.remove();
  await test.close();
});

it("an end waits for the undo that was asked for before it, and keeps the group meanwhile", async () => {
  const { database } = test;
  const { prisma } = database;
  const projectId = project.project.id;
  const admission = await admitByRule(database, projectId, project.tickets[0]?.id ?? 0, "code");
  if (admission.kind !== "admitted") throw new Error(`expected a run, found ${admission.kind}`);
  const { runId } = admission;
  await pretendRunning(database, runId);
  const end = () =>
    settleRun(database, {
      projectId,
      runId,
      fence: 1,
      outcome: "completed",
      message: "done",
      exitCode: 0,
      exitSignal: null,
      resetsAt: null,
      now: null,
      random01: 0.5,
    });
  await oweUndo(prisma, { id: runId, projectId }, project.owner, new Date());

  expect(await end()).toBe("undo_owed");
  expect(await prisma.run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
    state: "running",
    outcome: null,
  });

  await prisma.runUndo.updateMany({ data: { state: "done", finishedAt: new Date() } });
  expect(await end()).toMatchObject({ ending: expect.any(Object) });
  expect(await end()).toBeNull();
});
