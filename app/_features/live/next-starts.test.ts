import { expect, it } from "vitest";
import type { Lane } from "#server/contracts/fleet.ts";
import { nextStarts } from "./next-starts.ts";

const at = (minute: number) => `2026-03-01T12:${String(minute).padStart(2, "0")}:00.000Z`;
const waiter = (ticket: number): Lane["waiters"][number] => ({
  ticket,
  title: `Ticket ${ticket}`,
  code: "GROUP_BUSY",
  reason: { key: "k", values: {}, text: "" },
});
const holder = (ticket: number | null, minute: number | null): NonNullable<Lane["holder"]> => ({
  runId: `run-${ticket}`,
  ticket,
  agent: "programmer",
  since: at(0),
  expectedEndAt: minute === null ? null : at(minute),
  isParked: false,
});
const lane = (group: string, more: Partial<Lane>): Lane => ({
  project: "shop",
  group,
  holder: null,
  excludedBy: [],
  waiters: [],
  waiting: 0,
  ...more,
});
const excluder = (ticket: number, group: string, minute: number | null) => ({
  group,
  ticket,
  agent: "programmer",
  expectedEndAt: minute === null ? null : at(minute),
});

it("names the first in line of each group, the soonest first and what has no time last", () => {
  const lanes = [
    lane("workspace", { holder: holder(41, 30), waiters: [waiter(44), waiter(45)] }),
    lane("docs", { holder: holder(88, null), waiters: [waiter(90)] }),
    lane("qa", { holder: holder(null, 5), waiters: [waiter(7)] }),
  ];
  expect(nextStarts(lanes)).toEqual([
    { project: "shop", ticket: 7, group: "qa", after: null, until: "leaves", at: at(5) },
    { project: "shop", ticket: 44, group: "workspace", after: 41, until: "leaves", at: at(30) },
    { project: "shop", ticket: 90, group: "docs", after: 88, until: "leaves", at: null },
  ]);
});

it("waits for the last of several that keep a group closed", () => {
  const closed = (second: number | null) =>
    nextStarts([
      lane("release", {
        excludedBy: [excluder(41, "workspace", 10), excluder(88, "docs", second)],
        waiters: [waiter(50)],
      }),
    ])[0];
  expect(closed(20)).toMatchObject({ after: 88, group: "docs", at: at(20) });
  expect(closed(5)).toMatchObject({ after: 41, group: "workspace", at: at(10) });
  expect(closed(null)).toMatchObject({ after: 88, at: null });
});

it("says that a parked group opens by an answer", () => {
  const parked = { ...holder(37, null), isParked: true };
  expect(nextStarts([lane("workspace", { holder: parked, waiters: [waiter(44)] })])).toMatchObject([
    { ticket: 44, after: 37, until: "answer", at: null },
  ]);
});

it("says nothing of a group closed by one for which others wait, since those may go first", () => {
  const busy = lane("workspace", { holder: holder(41, 5), waiters: [waiter(44)], waiting: 1 });
  const closed = lane("release", {
    excludedBy: [excluder(41, "workspace", 5)],
    waiters: [waiter(50)],
    waiting: 1,
  });
  expect(nextStarts([closed, busy]).map(({ ticket }) => ticket)).toEqual([44]);
  expect(nextStarts([closed, { ...busy, project: "other" }])).toHaveLength(2);
});

it("says nothing of groups that nobody waits for or that are already free", () => {
  expect(
    nextStarts([lane("a", { holder: holder(1, 1) }), lane("b", { waiters: [waiter(2)] })]),
  ).toEqual([]);
});
