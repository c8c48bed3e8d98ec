import { expect, it } from "vitest";
import { parseAutomations } from "#server/core/automation/config.ts";
import { holdLoosenedGuards } from "./hold-loosened-guards.ts";

const DEFAULT_BUDGET_USD = 10;

function read(root: object, action: object = {}) {
  const rule = {
    id: "code",
    trigger: { type: "ticketInColumn", columns: ["Todo"] },
    actions: [{ type: "runAgent", agent: "programmer", ...action }],
  };
  const text = JSON.stringify({ ...root, automations: [rule] });
  const parsed = parseAutomations(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { text, config: parsed.config };
}

function heldPaths(
  live: [root: object, action?: object],
  next: [root: object, action?: object],
): string[] {
  const { text, config } = read(...next);
  const { held } = holdLoosenedGuards(text, config, read(...live).config, DEFAULT_BUDGET_USD);
  return held.map(({ path }) => path);
}

it.each([
  ["a higher cap", [{ dailyBudgetUsd: 5 }], [{ dailyBudgetUsd: 6 }], ["dailyBudgetUsd"]],
  ["a lower cap", [{ dailyBudgetUsd: 5 }], [{ dailyBudgetUsd: 4 }], []],
  ["a removed cap", [{ dailyBudgetUsd: 5 }], [{}], ["dailyBudgetUsd"]],
  ["no fuse at all", [{ dailyBudgetUsd: 50 }], [{ dailyBudgetUsd: null }], ["dailyBudgetUsd"]],
  ["a cap below the default", [{}], [{ dailyBudgetUsd: 4 }], []],
  [
    "a higher supervisors' cap",
    [{ supervisorBudgetUsd: 1 }],
    [{ supervisorBudgetUsd: 2 }],
    ["supervisorBudgetUsd"],
  ],
  ["a removed supervisors' cap", [{ supervisorBudgetUsd: 1 }], [{}], ["supervisorBudgetUsd"]],
  ["a supervisors' cap under its share", [{}], [{ supervisorBudgetUsd: 1 }], []],
  [
    "more turns",
    [{}, { maxTurns: 10 }],
    [{}, { maxTurns: 11 }],
    ["automations.0.actions.0.maxTurns"],
  ],
  ["turns no longer limited", [{}, { maxTurns: 10 }], [{}], ["automations.0.actions.0.maxTurns"]],
  [
    "a dearer run",
    [{}, { maxCostUsd: 1 }],
    [{}, { maxCostUsd: 2 }],
    ["automations.0.actions.0.maxCostUsd"],
  ],
  [
    "a run without its own limit",
    [{}, { maxCostUsd: 1 }],
    [{}],
    ["automations.0.actions.0.maxCostUsd"],
  ],
  ["a cheaper run", [{}, { maxCostUsd: 2 }], [{}, { maxCostUsd: 1 }], []],
] as const)("waits for a person: %s", (_what, live, next, paths) => {
  expect(heldPaths([...live], [...next])).toEqual(paths);
});
