import { describe, expect, it } from "vitest";
import type { Simulation } from "#server/contracts/simulation.ts";
import { layOutLanes, shareOf } from "./timeline-layout.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
const start = (ticket: number, group: string, from: number, to: number) => ({
  at: at(from),
  endsAt: at(to),
  ticket,
  agent: "programmer",
  automationId: "code",
  group,
  costUsd: 1,
});
const wait = (ticket: number, group: string | null, from: number, to: number | null) => ({
  ticket,
  automationId: "code",
  code: "GROUP_BUSY" as const,
  group,
  from: at(from),
  to: to === null ? null : at(to),
  sentence: { key: "gate.GROUP_BUSY", values: {}, text: "busy" },
});
const simulation: Simulation = {
  from: at(0),
  to: at(10),
  capUsd: 5,
  starts: [start(1, "workspace", 0, 2), start(2, "docs", 1, 3), start(3, "workspace", 2, 12)],
  waits: [
    wait(3, "workspace", 0, 2),
    wait(4, "workspace", 1, 2),
    wait(5, "workspace", 4, null),
    wait(6, null, 0, 1),
  ],
  spend: [],
  capReachedAt: null,
  neverFires: [],
  difference: { added: [], removed: [], changed: [] },
  isCut: false,
};

describe("layOutLanes", () => {
  it("puts runs into the lane of their group, at their share of the time", () => {
    const lanes = layOutLanes(simulation);
    expect(lanes.map(({ group }) => group)).toEqual(["workspace", "docs"]);
    expect(lanes[0]?.bars.map(({ index, from, to }) => [index, from, to])).toEqual([
      [0, 0, 0.2],
      [2, 0.2, 1],
    ]);
  });

  it("joins waits that overlap and counts the most at once", () => {
    expect(layOutLanes(simulation)[0]?.waits).toEqual([
      { from: 0, to: 0.2, count: 2 },
      { from: 0.4, to: 1, count: 1 },
    ]);
  });

  it("keeps moments inside the plot", () => {
    expect(shareOf(simulation, at(-5))).toBe(0);
    expect(shareOf(simulation, at(50))).toBe(1);
  });
});
