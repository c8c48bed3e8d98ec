import { expect, it } from "vitest";
import { isForOutcome, leftUndone } from "./after-run.ts";
import type { EndedAs } from "./after-run.ts";
import type { Step } from "./step-owner.ts";

const move = (on: "completed" | "failed" | "always"): Step => ({
  type: "moveTicketStatus",
  index: 0,
  on,
  to: "Review",
});
const memory: Step = { type: "commitAgentMemory", index: 1, on: "always", agent: "qa" };
const ended = (outcome: EndedAs["outcome"], more: Partial<EndedAs> = {}): EndedAs => ({
  outcome,
  isParked: false,
  hasStarted: true,
  ...more,
});

it.each([
  ["completed", ["completed", "always"]],
  ["failed", ["failed", "always"]],
  ["timed_out", ["failed", "always"]],
  ["lost", ["failed", "always"]],
  // A person who stops an agent says what happens next.
  ["stopped", ["always"]],
] as const)("after %s happens what is for %j", (outcome, expected) => {
  const all = ["completed", "failed", "always"] as const;
  expect(all.filter((on) => isForOutcome(move(on), ended(outcome)))).toEqual(expected);
});

it("a run that waits for an answer has not completed", () => {
  const parked = ended("completed", { isParked: true });
  expect(isForOutcome(move("completed"), parked)).toBe(false);
  expect(isForOutcome({ type: "chain", on: "completed", index: 3 }, parked)).toBe(false);
});

it("an agent that never ran has learned nothing", () => {
  expect(isForOutcome(memory, ended("failed"))).toBe(true);
  expect(isForOutcome(memory, ended("spawn_failed", { hasStarted: false }))).toBe(false);
  expect(isForOutcome(move("always"), ended("spawn_failed", { hasStarted: false }))).toBe(true);
});

it("says what no worker carried out", () => {
  expect(leftUndone([move("always"), memory])).toMatchObject([
    {
      type: "commitAgentMemory",
      index: 1,
      ok: false,
      text: "commitAgentMemory: it was not carried out",
      sentence: { key: "action.not_done", values: { action: "commitAgentMemory" } },
    },
  ]);
});
