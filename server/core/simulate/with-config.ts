import type { AutomationsConfig } from "../automation/automation.ts";
import { stateChanges } from "../automation/diff.ts";
import type { DispatchSnapshot } from "../dispatch/snapshot.ts";

/** Share of the cap that supervisors may use when the file names no amount (rule 4). */
const SUPERVISOR_SHARE = 0.2;

/**
 * The board as it would be with another configuration in force: its cap, its time zone, and its new,
 * re-enabled or retyped automations without what the old ones remembered (rule 33). Also the live
 * configuration goes through here, so that two boards differ by the configuration alone.
 */
export function withConfig(
  snapshot: DispatchSnapshot,
  config: AutomationsConfig,
  defaultCapUsd: number,
): DispatchSnapshot {
  const capUsd = config.dailyBudgetUsd === undefined ? defaultCapUsd : config.dailyBudgetUsd;
  const fresh = new Set(stateChanges(snapshot.config, config).restarts);
  const states = Object.entries(snapshot.automationStates).map(([id, state]) => [
    id,
    fresh.has(id) ? { ...state, startsAfter: null, lastPolledAt: null } : state,
  ]);
  return {
    ...snapshot,
    config,
    project: { ...snapshot.project, timeZone: config.timeZone ?? snapshot.project.timeZone },
    automationStates: Object.fromEntries(states),
    budget: {
      ...snapshot.budget,
      capUsd,
      supervisorCapUsd: config.supervisorBudgetUsd ?? (capUsd ?? 0) * SUPERVISOR_SHARE,
    },
    groupReservation: null,
  };
}
