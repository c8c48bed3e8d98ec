import { expect, it } from "vitest";
import { buildMember, buildSnapshot, readConfig } from "../testing/board.ts";
import { findNeverFires } from "./never-fires.ts";

const run = [{ type: "runAgent", agent: "programmer" }];
const todo = { type: "ticketInColumn", columns: ["Todo"] };

function reasonOf(rule: object, root: Record<string, unknown> = {}): string | null {
  const base = buildSnapshot({
    config: readConfig([{ id: "rule", trigger: todo, actions: run, ...rule }], root),
  });
  const members = { ...base.members, bare: buildMember("bare", { hasSkill: false }) };
  return findNeverFires({ ...base, members })[0]?.reason.key ?? null;
}

it.each([
  ["no column at all", { trigger: { type: "ticketInColumn" } }, "never.no_columns"],
  [
    "a column that does not exist",
    { trigger: { ...todo, columns: ["To do"] } },
    "never.unknown_column",
  ],
  ["one of two columns that exists", { trigger: { ...todo, columns: ["To do", "Todo"] } }, null],
  [
    "a move that never comes",
    { trigger: { type: "statusChange", to: "QA" } },
    "never.unknown_column",
  ],
  [
    "an assignee nobody has",
    { trigger: { ...todo, assigneeSlug: "ghost" } },
    "never.unknown_assignee",
  ],
  [
    "an agent nobody knows",
    { actions: [{ type: "runAgent", agent: "ghost" }] },
    "never.not_a_member",
  ],
  ["a person as agent", { actions: [{ type: "runAgent", agent: "owner" }] }, "never.is_person"],
  [
    "an agent without a skill",
    { actions: [{ type: "runAgent", agent: "bare" }] },
    "never.no_skill",
  ],
  [
    "a skill file of its own",
    { actions: [{ type: "runAgent", agent: "bare", skillFile: "x.md" }] },
    null,
  ],
  [
    "a move nowhere",
    { actions: [{ type: "moveTicketStatus", to: "Doing" }, ...run] },
    "never.unknown_target",
  ],
  [
    "a move nowhere after the run",
    { actions: [...run, { type: "moveTicketStatus", to: "Doing" }] },
    null,
  ],
  ["nothing to do", { actions: [] }, "never.no_actions"],
  ["an unknown trigger", { trigger: { type: "fullMoon" } }, "never.invalid"],
  ["a switched-off rule", { enabled: false, actions: [] }, null],
  ["the assignee's own agent", { actions: [{ type: "runAgent", agent: "{assignee}" }] }, null],
] as const)("says of %s", (_what, rule, key) => {
  expect(reasonOf(rule)).toBe(key);
});

it.each([
  [
    "another column",
    [{ type: "ticketInColumn", columns: ["Review"] }],
    "never.contradiction.column",
  ],
  [
    "its own column, negated",
    [{ type: "ticketInColumn", columns: ["Todo"], negate: true }],
    "never.contradiction.column",
  ],
  [
    "two assignees",
    [
      { type: "assignedTo", slugs: ["a"] },
      { type: "assignedTo", slugs: ["b"] },
    ],
    "never.contradiction.assignee",
  ],
  [
    "assigned and unassigned",
    [
      { type: "assignedTo", slugs: ["a"] },
      { type: "assignedTo", slugs: [] },
    ],
    "never.contradiction.assignee",
  ],
  ["no priority", [{ type: "priority", priorities: [] }], "never.contradiction.priority"],
  [
    "a label wanted and refused",
    [
      { type: "labels", labels: ["X"] },
      { type: "labels", labels: ["x"], negate: true },
    ],
    "never.contradiction.labels",
  ],
  [
    "either of two labels",
    [
      { type: "labels", labels: ["x", "y"] },
      { type: "labels", labels: ["x"], negate: true },
    ],
    null,
  ],
  [
    "too long and too short",
    [
      { type: "minDescriptionLength", length: 50 },
      { type: "fieldLength", mode: "max", length: 49 },
    ],
    "never.contradiction.length",
  ],
  [
    "just long enough",
    [
      { type: "minDescriptionLength", length: 50 },
      { type: "fieldLength", mode: "max", length: 50 },
    ],
    null,
  ],
  [
    "not as long as the file asks",
    [{ type: "minDescriptionLength", length: 20, negate: true }],
    "never.contradiction.length",
  ],
  [
    "with and without parent",
    [{ type: "hasParent" }, { type: "hasParent", value: true }],
    "never.contradiction.parent",
  ],
] as const)("finds that conditions exclude each other: %s", (_what, conditions, key) => {
  expect(reasonOf({ conditions }, { minDescriptionLength: 20 })).toBe(key);
});
