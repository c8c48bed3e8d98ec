import { isLive } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { columnKeys } from "#server/core/automation/rename-column.ts";

/** Ids of live automations whose trigger, conditions or actions name this column. */
export function automationsNaming(config: AutomationsConfig, column: string): string[] {
  return config.automations
    .filter((automation) => isLive(automation))
    .filter(({ trigger, conditions, actions }) =>
      [trigger, ...conditions, ...actions].some((node) => names(node, column)),
    )
    .map((automation) => automation.id);
}

function names(node: object, column: string): boolean {
  return Object.entries(node).some(
    ([key, value]: [string, unknown]) =>
      columnKeys.has(key) && (value === column || (Array.isArray(value) && value.includes(column))),
  );
}
