/** Rule 26: what another boot or pid namespace runs is judged by nobody here before its limit. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { thisHost } from "../agent/identity.ts";
import { admitByRule, pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { reapRuns } from "./reap.ts";
import { createSupervisors } from "./supervisors.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

it.each([
  ["another boot", { bootId: "another" }],
  ["another pid namespace", { pidNamespace: "1" }],
])("leaves a run of %s alone until the orphan limit and a minute are over", async (_, other) => {
  const { prisma, test } = harness;
  await pretendWorker(test.database);
  const project = await harness.project({ tickets: [{ status: "Todo" }] });
  const ticketId = project.tickets[0]?.id ?? 0;
  const admission = await admitByRule(test.database, project.project.id, ticketId, "code");
  if (admission.kind !== "admitted") throw new Error(JSON.stringify(admission));
  const { runId } = admission;
  await pretendRunning(test.database, runId);
  await prisma.run.update({ where: { id: runId }, data: { processNumber: 1, spoolOffset: 100 } });
  // It has said goodbye, and its process is gone: both say nothing about a keeper elsewhere.
  await prisma.worker.update({
    where: { id: "test-worker" },
    data: { ...thisHost(), pid: 2_000_000_000, ...other, stoppedAt: new Date() },
  });
  const { context } = await createWorkerContext(test, { dataDir: harness.dataDir });
  const supervisors = createSupervisors();
  const leaseOverFor = (seconds: number) => prisma.$executeRaw`
    UPDATE "Run" SET "leaseUntil" = clock_timestamp() - make_interval(secs => ${seconds}) WHERE "id" = ${runId}`;

  // The lease was renewed half a minute before it ran out.
  await leaseOverFor(3_600 + 25);
  expect(await reapRuns(context, supervisors)).toBe(0);
  await leaseOverFor(3_600 + 35);
  expect(await reapRuns(context, supervisors)).toBe(1);

  await Promise.all(supervisors.list().map((run) => run.done));
  const run = await prisma.run.findUniqueOrThrow({ where: { id: runId } });
  expect(run).toMatchObject({ state: "ended", outcome: "lost", fence: 2 });
});
