/** five schedulers race for the last cent. `BUDGET_RACE_ROUNDS=200` for the long form. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { raiseReservation } from "../store/sql/raise-reservation.ts";
import { inTransaction } from "../store/transaction.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { admitByRule, pretendWorker } from "./fixtures/admission.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

const rounds = Number(process.env["BUDGET_RACE_ROUNDS"] ?? 20);
const agents = ["ann", "bob", "cid", "dan", "eve"];
const CAP_USD = 3.01;

let test: TestDatabase;
let project: EngineProject;
let todo: number;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  project = await createEngineProject(test.database, {
    agents,
    skills: Object.fromEntries(agents.map((agent) => [agent, `Skill of ${agent}`])),
    root: { dailyBudgetUsd: CAP_USD },
    rules: ["limited", "open"].map((id) => ({
      id,
      trigger: { type: "ticketInColumn", columns: ["Todo"] },
      actions: [
        {
          type: "runAgent",
          agent: "{assignee}",
          concurrencyGroup: "{assignee}",
          ...(id === "limited" ? { maxCostUsd: 1.01 } : {}),
        },
      ],
    })),
    tickets: agents.map((assignedTo) => ({ status: "Todo", assignedTo })),
  });
  todo = project.columns["Todo"]?.id ?? 0;
});
afterAll(async () => {
  await project.workspace.remove();
  await test.close();
});
beforeEach(clear);

async function clear(): Promise<void> {
  await test.database.prisma.run.deleteMany();
  await test.database.prisma.ticket.updateMany({ data: { columnId: todo } });
}

const admitAll = (rule: string) =>
  Promise.all(
    project.tickets.map((ticket) =>
      admitByRule(test.database, project.project.id, ticket.id, rule),
    ),
  );

async function held(): Promise<{ total: number; isWithinCap: boolean }> {
  const [row] = await test.database.prisma.$queryRaw<{ total: number; isWithinCap: boolean }[]>`
    SELECT SUM("amountUsd")::float8 AS total, SUM("amountUsd") <= ${String(CAP_USD)}::numeric AS "isWithinCap"
      FROM "Reservation" WHERE "closedAt" IS NULL`;
  return row ?? { total: 0, isWithinCap: false };
}

const raise = (runId: string) =>
  inTransaction(test.database, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${project.project.id} FOR NO KEY UPDATE`;
    return raiseReservation(tx, {
      runId,
      projectId: project.project.id,
      stepUsd: 1,
      usedUsd: 0.9,
      capUsd: CAP_USD,
      maxCostUsd: null,
      supervisorCapUsd: null,
      supervisors: [],
      now: new Date(),
      timeZone: null,
    });
  });

it("admits exactly what fits under the cap, whoever asks first", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const admissions = await admitAll("limited");
    expect(admissions.filter(({ kind }) => kind === "admitted")).toHaveLength(2);
    expect(await held()).toEqual({ total: 2.02, isWithinCap: true });
    await clear();
  }
}, 240_000);

it("gives steps and admissions out of the same money", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = project.tickets;
    const begun = await Promise.all(
      [first, second].map((ticket) =>
        admitByRule(test.database, project.project.id, ticket?.id ?? 0, "open"),
      ),
    );
    const runs = begun.flatMap((one) => (one.kind === "admitted" ? [one.runId] : []));
    expect(runs).toHaveLength(2);
    const [raised, admitted] = await Promise.all([Promise.all(runs.map(raise)), admitAll("open")]);
    const steps = raised.filter(({ answer }) => answer === "raised").length;
    const starts = admitted.filter(({ kind }) => kind === "admitted").length;
    expect(steps + starts).toBe(1);
    expect(await held()).toEqual({ total: 3, isWithinCap: true });
    await clear();
  }
}, 240_000);
