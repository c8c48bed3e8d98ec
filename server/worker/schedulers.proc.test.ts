/** R-02 with real keepers and agents: two engines, three groups; the agents' own log is what counts. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { findViolations } from "./fixtures/model/history.ts";
import type { Operation } from "./fixtures/model/history.ts";

const TICKETS = 9;
const CAPACITY = 2;
const agents = ["ann", "bob", "cid"];

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

type Line = { at: number; pid: number } & (
  | { event: "start"; runId: string | null; ticket: string; agent: string }
  | { event: "stop" }
  | { event: "stdin" }
);

/** Every agent's life as it told it itself. */
async function readLives(): Promise<Operation[]> {
  const text = await readFile(path.join(harness.dataDir, "fake-log.ndjson"), "utf8");
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  return lines.flatMap((line): Operation[] => {
    if (line.event !== "start" || line.runId === null) return [];
    const stop = lines.find(
      (one) => one.event === "stop" && one.pid === line.pid && one.at >= line.at,
    );
    return [
      {
        actor: line.agent,
        op: "work",
        run: line.runId,
        ticket: Number(line.ticket),
        group: line.agent,
        start: line.at,
        end: stop?.at ?? Infinity,
        result: stop ? "ok" : "never ended",
      },
    ];
  });
}

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
  const lives = await readLives();
  expect(findViolations(lives, { tickets: TICKETS, capacity: CAPACITY })).toEqual([]);
  expect(await harness.prisma.run.count()).toBe(TICKETS);
}, 180_000);
