import { isLive } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";

/** Names of columns in which an enabled automation picks tickets up. */
export function selectedColumns(config: AutomationsConfig): Set<string> {
  const names = config.automations.filter(isLive).flatMap(({ trigger }) => {
    if (trigger.type === "ticketInColumn") return trigger.columns;
    // A transition into a named column picks tickets up as well.
    return "to" in trigger && typeof trigger.to === "string" ? [trigger.to] : [];
  });
  return new Set(names);
}
