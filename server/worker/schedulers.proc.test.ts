/** R-02 with real keepers and agents: two engines, three groups; the agents' own log is what counts. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { readLives } from "./fixtures/agent-lives.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { findViolations } from "./fixtures/model/history.ts";

const TICKETS = 9;
const CAPACITY = 2;
const agents = ["ann", "bob", "cid"];

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

it("two engines start each ticket once, one agent per group and no more than there are places", async () => {
  await harness.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: CAPACITY } });
  await harness.project({
    agents,
    skills: Object.fromEntries(agents.map((agent) => [agent, `Skill of ${agent}`])),
    root: { dailyBudgetUsd: null },
    rules: [
      {
        id: "code",
        trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "{assignee}", concurrencyGroup: "{assignee}", maxCostUsd: 1 },
        ],
      },
    ],
    tickets: Array.from({ length: TICKETS }, (_, index) => ({
      title: "Work",
      status: "Todo",
      assignedTo: agents[index % agents.length] ?? null,
    })),
  });
  await harness.engine();
  await harness.engine();
  await waitFor(
    async () => (await harness.prisma.run.count({ where: { state: "ended" } })) === TICKETS,
    { timeoutMs: 150_000, intervalMs: 200, what: "the end of all runs" },
  );
  const lives = await readLives(harness.dataDir);
  expect(findViolations(lives, { tickets: TICKETS, capacity: CAPACITY })).toEqual([]);
  expect(await harness.prisma.run.count()).toBe(TICKETS);
}, 180_000);
