import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { resolveRunRequest } from "../core/automation/resolve.ts";
import { levelCandidate } from "../core/dispatch/candidates.ts";
import { factsFor } from "../queries/candidates.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { pretendWorker } from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { admitRun, admitRuns } from "./admit-run.ts";
import type { Admission, AdmissionInput } from "./admission.ts";
import { causeOf } from "./cause-of.ts";

const agents = ["ann", "bob"];

interface Board {
  /** One entry per ticket in Todo: its agent. */
  assignees: string[];
  group: string;
  hasMove: boolean;
  maxCostUsd?: number;
  capacity: number;
  capUsd: number;
}

let test: TestDatabase;
let project: EngineProject | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
});
afterAll(() => test.close());
afterEach(clear);

async function clear(): Promise<void> {
  await project?.workspace.remove();
  project = undefined;
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });
}

/** What a look at the board would ask for: one start per ticket, in their order. */
async function makeInputs(board: Board): Promise<AdmissionInput[]> {
  const { database } = test;
  const { maxCostUsd, group, hasMove } = board;
  const run = { type: "runAgent", agent: "{assignee}", concurrencyGroup: group };
  project = await createEngineProject(database, {
    agents,
    skills: Object.fromEntries(agents.map((agent) => [agent, `Skill of ${agent}`])),
    root: { dailyBudgetUsd: board.capUsd },
    tickets: board.assignees.map((assignedTo) => ({ status: "Todo", assignedTo })),
    rules: [
      {
        id: "code",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [
          ...(hasMove ? [{ type: "moveTicketStatus", to: "InProgress" }] : []),
          maxCostUsd === undefined ? run : { ...run, maxCostUsd },
        ],
      },
    ],
  });
  await database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: board.capacity } });
  const projectId = project.project.id;
  const snapshot = await readDispatchSnapshot(database.prisma, projectId);
  const ids = project.tickets.map(({ id }) => id);
  const facts = await factsFor(database.prisma, snapshot, ids);
  return ids.map((id) => {
    const candidate = levelCandidate("code", facts.get(id) ?? null);
    const request = resolveRunRequest(snapshot, candidate);
    if (request.kind === "problem") throw new Error(`cannot resolve: ${request.code}`);
    const actor = { kind: "automation" as const, slug: "code", runId: null, automationId: "code" };
    return { projectId, candidate, request, actor, cause: causeOf(candidate, snapshot) };
  });
}

const outcomeOf = (one: Admission): string =>
  one.kind === "refused" ? one.refusal.code : one.kind;

/** What the database holds after it, without ids and times. */
async function describeBoard(admissions: Admission[]) {
  const { prisma } = test.database;
  const runs = await prisma.run.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { reservation: true, ticket: { select: { number: true } } },
  });
  const tickets = await prisma.ticket.findMany({ include: { column: true } });
  const log = await prisma.activity.findMany({
    where: { kind: "run_admitted" },
    orderBy: { revision: "asc" },
  });
  const first = Number(log[0]?.revision ?? 0);
  const { revision } = await prisma.projectRevision.findFirstOrThrow();
  return {
    outcomes: admissions.map(outcomeOf),
    runs: runs.map((run) => ({
      ticket: run.ticket?.number,
      agent: run.agent,
      group: run.groupName,
      columns: [run.columnBefore, run.columnAfter],
      ticketRevision: run.ticketRevision,
      contractHash: run.contractHash,
      reservedUsd: Number(run.reservation?.amountUsd),
      budgetUsd: Number(run.budgetUsd),
      hasOwnRevision: log.some((row) => row.revision === run.admittedRevision),
    })),
    sessions: await prisma.agentSession.count(),
    columns: tickets
      .sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1))
      .map((ticket) => [ticket.column.name, ticket.number, ticket.revision]),
    log: log.map((row) => [
      Number(row.revision) - first,
      row.ticketNumber,
      row.actor,
      (row.data as { changes?: unknown }).changes,
    ]),
    isNewest: log.length === 0 || log.at(-1)?.revision === revision,
  };
}

it("leaves the board as the same admissions one by one would", async () => {
  const boards = fc.record({
    assignees: fc.array(fc.constantFrom(...agents), { minLength: 1, maxLength: 5 }),
    group: fc.constantFrom("ticket-{ticketId}", "{assignee}", "all"),
    hasMove: fc.boolean(),
    maxCostUsd: fc.constantFrom(undefined, 1, 2.5),
    capacity: fc.integer({ min: 1, max: 5 }),
    capUsd: fc.constantFrom(3, 5, 100),
  });
  await fc.assert(
    fc.asyncProperty(boards, async (board) => {
      const together = await describeBoard(await admitRuns(test.database, await makeInputs(board)));
      await clear();
      const admissions: Admission[] = [];
      for (const input of await makeInputs(board)) {
        admissions.push(await admitRun(test.database, input));
      }
      const single = await describeBoard(admissions);
      await clear();
      expect(together).toEqual(single);
    }),
    { numRuns: 12 },
  );
}, 180_000);

it("lets one of several into a group that holds one, and says to the others that it is full", async () => {
  const inputs = await makeInputs({
    assignees: ["ann", "bob", "ann"],
    group: "all",
    hasMove: true,
    capacity: 6,
    capUsd: 100,
  });
  const admissions = await admitRuns(test.database, inputs);
  expect(admissions.map(outcomeOf)).toEqual(["admitted", "GROUP_BUSY", "GROUP_BUSY"]);
  expect(await test.database.prisma.run.count()).toBe(1);
});

it("gives the last cent once: what the decimals refuse together is tried one by one", async () => {
  // As doubles both fit under the cap; as the decimals that are booked they do not.
  const inputs = await makeInputs({
    assignees: ["ann", "bob"],
    group: "ticket-{ticketId}",
    hasMove: true,
    maxCostUsd: 0.100000006,
    capacity: 6,
    capUsd: 0.200000014,
  });
  const admissions = await admitRuns(test.database, inputs);
  expect(admissions.map(outcomeOf)).toEqual(["admitted", "BUDGET_RESERVED"]);
  expect(await test.database.prisma.reservation.count()).toBe(1);
});

it("leaves out a ticket that changed meanwhile, and admits the others", async () => {
  const inputs = await makeInputs({
    assignees: ["ann", "bob", "ann"],
    group: "ticket-{ticketId}",
    hasMove: true,
    capacity: 6,
    capUsd: 100,
  });
  await test.database.prisma.ticket.updateMany({
    where: { number: 2 },
    data: { revision: { increment: 1 } },
  });
  const admissions = await admitRuns(test.database, inputs);
  expect(admissions.map(outcomeOf)).toEqual(["admitted", "stale", "admitted"]);
});

it("does not let one that fails hold back the others", async () => {
  const inputs = await makeInputs({
    assignees: ["ann", "bob"],
    group: "ticket-{ticketId}",
    hasMove: true,
    capacity: 6,
    capUsd: 100,
  });
  const [first, second] = inputs;
  if (!first || !second) throw new Error("expected two inputs");
  // A firing that nobody owes any more.
  const firing = {
    id: 1,
    dueAt: new Date(),
    createdAt: new Date(),
    failures: 0,
    payload: {},
    requestedBy: null,
  };
  const gone = { ...first, candidate: { ...first.candidate, firing } };
  const admissions = await admitRuns(test.database, [gone, second]);
  expect(admissions.map(outcomeOf)).toEqual(["stale", "admitted"]);
});
