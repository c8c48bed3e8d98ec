import { afterAll, beforeAll, expect, it } from "vitest";
import { admitByRule, pretendRunning, pretendWorker } from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { oweUndelivered } from "./owe-undelivered.ts";
import { steerRun } from "./steer-run.ts";

let test: TestDatabase;
let project: EngineProject;
let runId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  project = await createEngineProject(test.database, { tickets: [{ status: "Todo" }] });
  const [ticket] = project.tickets;
  const admission = await admitByRule(test.database, project.project.id, ticket?.id ?? 0, "code");
  if (admission.kind !== "admitted") throw new Error(JSON.stringify(admission));
  runId = admission.runId;
  await pretendRunning(test.database, runId);
});
afterAll(async () => {
  await project.workspace.remove();
  await test.close();
});

it("owes what a run never took to the next one, in order, and only its owner may say so", async () => {
  const { prisma } = test.database;
  for (const text of ["First", "Second"]) {
    const message = { projectId: project.project.id, runId, text, mode: "queue" as const };
    await steerRun(test.database, project.owner, message, new Date());
  }
  await prisma.run.update({ where: { id: runId }, data: { state: "ending" } });

  await oweUndelivered(test.database, { runId, fence: 0 });
  expect(await prisma.firing.count({ where: { cause: "message" } })).toBe(0);

  await oweUndelivered(test.database, { runId, fence: 1 });
  await oweUndelivered(test.database, { runId, fence: 1 });
  const owed = await prisma.firing.findMany({ where: { cause: "message", state: "owed" } });
  expect(owed).toMatchObject([
    {
      agent: "programmer",
      requestedBy: "owner",
      payload: {
        previousRunId: runId,
        messages: [
          { actor: "Owner", text: "First" },
          { actor: "Owner", text: "Second" },
        ],
      },
    },
  ]);
  expect(await prisma.runCommand.count({ where: { state: "failed" } })).toBe(2);
});
