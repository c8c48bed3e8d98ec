import { isLive } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";

/** True when an enabled automation can start something in that column. */
export function isStartingColumn(config: AutomationsConfig, column: string): boolean {
  return config.automations.some(
    (automation) =>
      isLive(automation) &&
      (triggerOf(automation.trigger)?.columns(automation.trigger) ?? []).includes(column),
  );
}
