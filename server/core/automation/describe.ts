import { actionOf } from "./actions/registry.ts";
import type { Automation } from "./automation.ts";
import { conditionOf } from "./conditions/registry.ts";
import type { Locale } from "./node.ts";
import { triggerOf } from "./triggers/registry.ts";

const words = {
  en: {
    if: (condition: string) => `if ${condition}`,
    and: "and",
    colon: ":",
    next: ", then ",
    completed: "if it completed",
    failed: "if it failed",
    always: "in any case",
    nothing: "do nothing",
    unread: "On a trigger that cannot be read",
    unsupported: (type: string) => `On ${type} (not supported)`,
  },
  fr: {
    if: (condition: string) => (condition.startsWith("il ") ? `s’${condition}` : `si ${condition}`),
    and: "et",
    colon: "\u00a0:",
    next: ", puis ",
    completed: "en cas de succès",
    failed: "en cas d’échec",
    always: "dans tous les cas",
    nothing: "ne rien faire",
    unread: "Sur un déclencheur illisible",
    unsupported: (type: string) => `Sur ${type} (non pris en charge)`,
  },
};

/**
 * One sentence: "For each ticket in Todo assigned to programmer, if it has the label blog: move it to
 * InProgress, then run programmer". A part that cannot be read is named as such.
 */
export function describeAutomation(automation: Automation, locale: Locale = "en"): string {
  const word = words[locale];
  const when =
    triggerOf(automation.trigger)?.describe(automation.trigger, locale) ??
    describeUnknown(automation, locale);
  const conditions = automation.conditions.map((node) => conditionOf(node).describe(node, locale));
  const condition = conditions.length === 0 ? "" : `, ${word.if(conditions.join(` ${word.and} `))}`;
  const steps = automation.actions.map((action, index) => {
    const text = describeAction(action, locale);
    const isAfterRun = automation.actions
      .slice(0, index)
      .some((earlier) => earlier.type === "runAgent");
    // What happens by itself is not said: changes after a good end, memory after any.
    const usual = action.type.endsWith("AgentMemory") ? "always" : "completed";
    return !isAfterRun || action.on === usual ? text : `${text} ${word[action.on]}`;
  });
  return `${when}${condition}${word.colon} ${steps.length === 0 ? word.nothing : steps.join(word.next)}`;
}

/** "move it to InProgress". */
export function describeAction(action: Automation["actions"][number], locale: Locale): string {
  return actionOf(action).describe(action, locale);
}

/** The agent the automation starts first, placeholders unfilled; null = none. */
export function firstAgent(automation: Automation): string | null {
  return automation.actions.find((action) => action.type === "runAgent")?.agent ?? null;
}

function describeUnknown(automation: Automation, locale: Locale): string {
  const declared = automation.trigger.type === "invalid" ? automation.trigger.declaredType : null;
  return declared === null ? words[locale].unread : words[locale].unsupported(declared);
}
