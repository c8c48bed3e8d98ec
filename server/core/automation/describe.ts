import { actionOf } from "./actions/registry.ts";
import type { Automation } from "./automation.ts";
import { conditionOf } from "./conditions/registry.ts";
import { triggerOf } from "./triggers/registry.ts";

/**
 * One sentence: "For each ticket in Todo assigned to programmer, if it has the label blog: move it to
 * InProgress, then run programmer". English only; a part that cannot be read is named as such.
 */
export function describeAutomation(automation: Automation): string {
  const trigger = triggerOf(automation.trigger);
  const when =
    trigger === null ? describeUnknown(automation) : trigger.describe(automation.trigger);
  const conditions = automation.conditions.map((node) => conditionOf(node).describe(node));
  const condition = conditions.length === 0 ? "" : `, if ${conditions.join(" and ")}`;
  const steps = automation.actions.map((action, index) => {
    const text = actionOf(action).describe(action);
    const isAfterRun = automation.actions
      .slice(0, index)
      .some((earlier) => earlier.type === "runAgent");
    if (!isAfterRun || action.on === "completed") return text;
    return action.on === "failed" ? `${text} if it failed` : `${text} in any case`;
  });
  return `${when}${condition}: ${steps.length === 0 ? "do nothing" : steps.join(", then ")}`;
}

/** The agent the automation starts first, placeholders unfilled; null = none. */
export function firstAgent(automation: Automation): string | null {
  return automation.actions.find((action) => action.type === "runAgent")?.agent ?? null;
}

function describeUnknown(automation: Automation): string {
  const declared = automation.trigger.type === "invalid" ? automation.trigger.declaredType : null;
  return declared === null ? "On a trigger that cannot be read" : `On ${declared} (not supported)`;
}
