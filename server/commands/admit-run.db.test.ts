import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { resolveRunRequest } from "../core/automation/resolve.ts";
import { levelCandidate } from "../core/dispatch/candidates.ts";
import { factsFor } from "../queries/candidates.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { admitByRule, pretendWorker } from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { admitRun } from "./admit-run.ts";
import type { Admission } from "./admission.ts";
import { hashContract } from "./derive-contract.ts";
import type { Contract } from "./derive-contract.ts";

let test: TestDatabase;
let project: EngineProject | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
});
afterAll(() => test.close());
afterEach(async () => {
  await project?.workspace.remove();
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });
});

const rule = (id: string, action: object, column = "Todo") => ({
  id,
  trigger: { type: "ticketInColumn", columns: [column] },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer", ...action },
  ],
});
const todo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `T${index + 1}`, status: "Todo" }));

/** Admits each (ticket index, rule) at the same time. */
async function race(wanted: [ticket: number, rule: string][]): Promise<Admission[]> {
  const { project: row, tickets } = project ?? { project: { id: 0 }, tickets: [] };
  return Promise.all(
    wanted.map(([index, id]) => admitByRule(test.database, row.id, tickets[index]?.id ?? 0, id)),
  );
}

function outcomes(admissions: Admission[]): string[] {
  return admissions.map((one) => (one.kind === "refused" ? one.refusal.code : one.kind)).sort();
}

it("moves the card, sets money aside and freezes a contract in one transaction", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    rules: [rule("code", { maxCostUsd: 2 })],
  });
  const [admission] = await race([[0, "code"]]);
  if (admission?.kind !== "admitted") throw new Error(JSON.stringify(admission));

  const run = await test.database.prisma.run.findUniqueOrThrow({
    where: { id: admission.runId },
    include: { reservation: true, ticket: { include: { column: true } } },
  });
  expect(run).toMatchObject({
    state: "queued",
    groupName: "workspace",
    columnBefore: "Todo",
    columnAfter: "InProgress",
    permissionLevel: "edit",
  });
  expect(run.ticket?.column.name).toBe("InProgress");
  expect(Number(run.reservation?.amountUsd)).toBe(2);
  expect(Number(run.budgetUsd)).toBe(2);
  expect(run.contractHash).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(run.contract as object).sort()).toEqual([
    "autonomy",
    "boundaries",
    "context",
    "failure",
    "mission",
    "output",
    "tools",
  ]);
  expect(run.contractHash).toBe(hashContract(run.contract as unknown as Contract));
  const activity = await test.database.prisma.activity.findFirstOrThrow({
    orderBy: { revision: "desc" },
  });
  expect(activity).toMatchObject({
    kind: "run_admitted",
    revision: run.admittedRevision,
    automationId: "code",
  });
  expect(activity.data).toMatchObject({
    run: run.id,
    changes: [{ field: "status", from: "Todo", to: "InProgress" }],
  });
});

it("never changes a frozen contract", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    rules: [rule("code", {})],
  });
  await race([[0, "code"]]);
  await expect(
    test.database.prisma.run.updateMany({ data: { contractHash: "other" } }),
  ).rejects.toThrow();
});

it("does not start a second run in a full group", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(2),
    rules: [rule("code", {})],
  });
  expect(
    outcomes(
      await race([
        [0, "code"],
        [1, "code"],
      ]),
    ),
  ).toEqual(["GROUP_BUSY", "admitted"]);
});

it("does not start an agent twice on one ticket", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    rules: [rule("a", { concurrencyGroup: "a" }), rule("b", { concurrencyGroup: "b" })],
  });
  const found = outcomes(
    await race([
      [0, "a"],
      [0, "b"],
    ]),
  );
  expect(found).toContain("admitted");
  // The second either sees the run or, because the admission moved the card, another ticket revision.
  expect(found.filter((one) => one === "admitted")).toHaveLength(1);
});

it("keeps groups apart that exclude each other, whichever names the other", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(2),
    rules: [
      rule("a", { concurrencyGroup: "a", mutuallyExclusiveWith: ["b"] }),
      rule("b", { concurrencyGroup: "b" }),
    ],
  });
  expect(
    outcomes(
      await race([
        [0, "a"],
        [1, "b"],
      ]),
    ),
  ).toEqual(["EXCLUDED", "admitted"]);
});

it("gives the last place to one of many", async () => {
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 1 } });
  project = await createEngineProject(test.database, {
    tickets: todo(4),
    rules: [rule("code", { concurrencyGroup: "t{ticketId}" })],
  });
  const found = outcomes(
    await race([
      [0, "code"],
      [1, "code"],
      [2, "code"],
      [3, "code"],
    ]),
  );
  expect(found).toEqual(["SLOTS_FULL", "SLOTS_FULL", "SLOTS_FULL", "admitted"]);
});

it("gives the last cent to one of many", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(3),
    root: { dailyBudgetUsd: 0.3 },
    rules: [rule("code", { concurrencyGroup: "t{ticketId}", maxCostUsd: 0.1 })],
  });
  // 0.1 three times is more than 0.3 in doubles, and exactly 0.3 in decimals.
  expect(
    outcomes(
      await race([
        [0, "code"],
        [1, "code"],
        [2, "code"],
      ]),
    ),
  ).toEqual(["admitted", "admitted", "admitted"]);
  const sum = await test.database.prisma.reservation.aggregate({ _sum: { amountUsd: true } });
  expect(sum._sum.amountUsd?.toFixed(8)).toBe("0.30000000");
});

it("refuses the run that would pass the day's cap", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(2),
    root: { dailyBudgetUsd: 1 },
    rules: [rule("code", { concurrencyGroup: "t{ticketId}", maxCostUsd: 0.6 })],
  });
  expect(
    outcomes(
      await race([
        [0, "code"],
        [1, "code"],
      ]),
    ),
  ).toEqual(["BUDGET_RESERVED", "admitted"]);
});

it("waits for the next look when the ticket changed since it was judged", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    rules: [rule("code", {})],
  });
  const ticketId = project.tickets[0]?.id ?? 0;
  const snapshot = await readDispatchSnapshot(test.database.prisma, project.project.id);
  const ticket = (await factsFor(test.database.prisma, snapshot, [ticketId])).get(ticketId) ?? null;
  const candidate = levelCandidate("code", ticket);
  const request = resolveRunRequest(snapshot, candidate);
  if (request.kind !== "run") throw new Error("no request");
  await test.database.prisma.ticket.update({
    where: { id: ticketId },
    data: { revision: { increment: 1 } },
  });
  const admission = await admitRun(test.database, {
    projectId: project.project.id,
    candidate,
    request,
    actor: { kind: "automation", slug: "code", runId: null, automationId: "code" },
    cause: {
      actor: "code",
      actorKind: "automation",
      at: snapshot.now.toISOString(),
      rule: "code",
      triggerType: null,
      movedTo: null,
    },
  });
  expect(admission.kind).toBe("stale");
});

it("a missing skill is AGENT_UNAVAILABLE and starts nothing, however often it is looked at", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    agents: ["reviewer"],
    rules: [rule("code", { agent: "reviewer" })],
  });
  const { prisma } = test.database;
  const before = await prisma.activity.count();
  for (let look = 0; look < 3; look += 1) {
    expect(outcomes(await race([[0, "code"]]))).toEqual(["AGENT_UNAVAILABLE"]);
  }
  expect([await prisma.run.count(), await prisma.firing.count()]).toEqual([0, 0]);
  expect(await prisma.activity.count()).toBe(before);
});

it("the ticket is not moved before the gates pass", async () => {
  project = await createEngineProject(test.database, {
    tickets: todo(2),
    rules: [rule("code", { concurrencyGroup: "code" })],
  });
  expect(outcomes(await race([[0, "code"]]))).toEqual(["admitted"]);
  expect(outcomes(await race([[1, "code"]]))).toEqual(["GROUP_BUSY"]);
  const rows = await test.database.prisma.ticket.findMany({
    include: { column: true },
    orderBy: { number: "asc" },
  });
  expect(rows.map(({ column, revision }) => [column.name, revision])).toEqual([
    ["InProgress", 2],
    ["Todo", 1],
  ]);
});

it("stores every setting of the action with the run", async () => {
  const settings = {
    skillFile: ".agents/OTHER.md",
    model: "opus",
    fallbackModel: "haiku",
    maxTurns: 12,
    maxCostUsd: 2,
    timeoutSeconds: 60,
    restoreStatusOnFail: false,
    env: { TONE: "plain" },
  };
  project = await createEngineProject(test.database, {
    tickets: todo(1),
    rules: [rule("code", { ...settings, context: "only without a ticket" })],
  });
  await race([[0, "code"]]);
  const run = await test.database.prisma.run.findFirstOrThrow();
  expect({ ...run, maxCostUsd: Number(run.maxCostUsd) }).toMatchObject({
    ...settings,
    purpose: "work",
    context: null,
  });
});
