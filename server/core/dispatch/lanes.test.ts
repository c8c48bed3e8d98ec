import { expect, it } from "vitest";
import { readConfig, buildRun, buildSnapshot, minutesAgo } from "../testing/board.ts";
import { lanesOf } from "./lanes.ts";
import type { WaitingTicket } from "./lanes.ts";
import { say } from "./sentence.ts";

const waiter = (number: number, more: Partial<WaitingTicket> = {}): WaitingTicket => ({
  number,
  title: `Ticket ${number}`,
  code: "GROUP_BUSY",
  reason: say("gate.GROUP_BUSY", { group: "workspace", agent: "programmer", ticket: 41 }),
  group: "workspace",
  place: null,
  ...more,
});
const atWork = buildRun({ id: "a", group: "workspace", ticketNumber: 41 });
const rule = (group: string, excluded: string[], more: object = {}) => ({
  id: `rule-${group}`,
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    {
      type: "runAgent",
      agent: "programmer",
      concurrencyGroup: group,
      mutuallyExclusiveWith: excluded,
    },
  ],
  ...more,
});
const board = (more: Parameters<typeof buildSnapshot>[0] = {}) =>
  buildSnapshot({ activeRuns: [atWork], config: readConfig([]), ...more });

it("has no lane where nothing is held or waited for", () => {
  expect(lanesOf(board({ activeRuns: [] }), [])).toEqual([]);
  const idle = readConfig([rule("release", ["workspace"])]);
  expect(lanesOf(board({ activeRuns: [], config: idle }), [])).toEqual([]);
});

it("names the holder and lists its waiters by their place, whatever order they came in", () => {
  const waiting = [
    waiter(47),
    waiter(45, { place: 2 }),
    waiter(44, { place: 1 }),
    waiter(50, { code: "SLOTS_FULL" }),
    waiter(9, { group: "docs", place: 1 }),
  ];
  const lanes = lanesOf(board(), waiting);
  expect(lanes.map(({ group }) => group)).toEqual(["docs", "workspace"]);
  expect(lanes[1]?.holder?.ticketNumber).toBe(41);
  expect(lanes[1]?.waiting.map(({ number }) => number)).toEqual([44, 45, 47]);
  expect(lanes[0]).toMatchObject({ holder: null, waiting: [{ number: 9 }] });
});

it("shows a group that a run excludes, and one whose rule excludes the run's group", () => {
  const config = readConfig([
    rule("release", ["workspace"]),
    rule("night", ["workspace"], { enabled: false }),
    rule("ticket-{ticketId}", ["workspace"]),
    rule("other", ["nothing"]),
  ]);
  const run = { ...atWork, exclusions: ["deploy"] };
  const lanes = lanesOf(board({ activeRuns: [run], config }), []);
  expect(
    lanes.map(({ group, excludedBy }) => [group, excludedBy.map((other) => other.group)]),
  ).toEqual([
    ["deploy", ["workspace"]],
    ["release", ["workspace"]],
    ["workspace", []],
  ]);
});

it("shows who keeps a group after its run ended, until a run is active in it", () => {
  const parkedRuns = [
    { runId: "p", agent: "programmer", ticketNumber: 37, group: "workspace", since: minutesAgo(9) },
  ];
  expect(lanesOf(board({ activeRuns: [], parkedRuns }), [])).toMatchObject([
    { group: "workspace", holder: null, parked: { ticketNumber: 37 } },
  ]);
  expect(lanesOf(board({ parkedRuns }), [])).toMatchObject([{ holder: { id: "a" }, parked: null }]);
});
