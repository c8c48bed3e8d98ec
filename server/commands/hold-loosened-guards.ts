import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { editText } from "#server/core/automation/diff.ts";
import { holdOutsideActions } from "./hold-outside-actions.ts";

/** A limit that a file would raise; it stays as it was until a person accepts the file (rule 5). */
export type HeldGuard = {
  path: string;
  from: number | string | null;
  to: number | string | null;
};

type Guard = {
  path: (string | number)[];
  from: number | null | undefined;
  to: number | null | undefined;
  isLooser: boolean;
};

/** Share of the cap that supervisors may use when the file names no amount (rule 4). */
const SUPERVISOR_SHARE = 0.2;

/** What a run may use when the action says nothing. */
const defaultMaxTurns = 200;

/**
 * The new text with every loosened limit set back to what is in force: the daily and the supervisors'
 * budget, of each action its turns and cost, and new programs and calls of rules. For changes that no
 * person made; the same text gives the same answer until somebody accepts it.
 */
export function holdLoosenedGuards(
  text: string,
  next: AutomationsConfig,
  live: AutomationsConfig,
  defaultBudgetUsd: number,
): { text: string; held: HeldGuard[] } {
  const guards = [...rootGuards(next, live, defaultBudgetUsd), ...actionGuards(next, live)];
  const loosened = guards.filter((guard) => guard.isLooser);
  const kept = loosened.reduce((held, guard) => editText(held, guard.path, guard.from), text);
  const outside = holdOutsideActions(kept, next, live);
  const limits = loosened.map(({ path, from, to }) => ({
    path: path.join("."),
    from: from ?? null,
    to: to ?? null,
  }));
  return { text: outside.text, held: [...limits, ...outside.held] };
}

function rootGuards(
  next: AutomationsConfig,
  live: AutomationsConfig,
  defaultBudgetUsd: number,
): Guard[] {
  const cap = (value: number | null | undefined) =>
    value === null ? Infinity : (value ?? defaultBudgetUsd);
  // Without an amount of their own supervisors have a share of the cap: taking it away may raise it.
  const inForceUsd = Math.min(cap(next.dailyBudgetUsd), cap(live.dailyBudgetUsd));
  const supervisorCap = ({ supervisorBudgetUsd }: AutomationsConfig) =>
    supervisorBudgetUsd ?? inForceUsd * SUPERVISOR_SHARE;
  return [
    {
      path: ["dailyBudgetUsd"],
      from: live.dailyBudgetUsd,
      to: next.dailyBudgetUsd,
      isLooser: cap(next.dailyBudgetUsd) > cap(live.dailyBudgetUsd),
    },
    {
      path: ["supervisorBudgetUsd"],
      from: live.supervisorBudgetUsd,
      to: next.supervisorBudgetUsd,
      isLooser: supervisorCap(next) > supervisorCap(live),
    },
  ];
}

function actionGuards(next: AutomationsConfig, live: AutomationsConfig): Guard[] {
  const liveById = new Map(live.automations.map((automation) => [automation.id, automation]));
  return next.automations.flatMap((automation, index) => {
    const before = liveById.get(automation.id);
    if (!before || automation.disabledReason !== undefined) return [];
    return automation.actions.flatMap((action, at) => {
      const was = sameAgentAction(before, action);
      if (action.type !== "runAgent" || !was) return [];
      const path = ["automations", index, "actions", at - (automation.liftedActions ?? 0)];
      return [
        {
          path: [...path, "maxTurns"],
          from: was.maxTurns,
          to: action.maxTurns,
          isLooser: (action.maxTurns ?? defaultMaxTurns) > (was.maxTurns ?? defaultMaxTurns),
        },
        {
          path: [...path, "maxCostUsd"],
          from: was.maxCostUsd,
          to: action.maxCostUsd,
          isLooser: (action.maxCostUsd ?? Infinity) > (was.maxCostUsd ?? Infinity),
        },
      ];
    });
  });
}

function sameAgentAction(before: Automation, action: Automation["actions"][number]) {
  if (action.type !== "runAgent") return undefined;
  return before.actions.find((was) => was.type === "runAgent" && was.agent === action.agent) as
    typeof action | undefined;
}
