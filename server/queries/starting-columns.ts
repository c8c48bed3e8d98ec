import { isLive } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import type { Tx } from "../store/client.ts";
import { readLiveAutomations } from "./automations.ts";

/** True when an enabled automation can start something in that column. */
export async function isStartingColumn(
  tx: Tx,
  projectId: number,
  column: string,
): Promise<boolean> {
  const config = await readLiveAutomations(tx, projectId);
  return config.automations.some(
    (automation) =>
      isLive(automation) &&
      (triggerOf(automation.trigger)?.columns(automation.trigger) ?? []).includes(column),
  );
}
