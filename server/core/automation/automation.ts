import type { Condition } from "./conditions/registry.ts";
import type { Action } from "./actions/registry.ts";
import type { Example } from "./parse-examples.ts";
import type { Trigger } from "./triggers/registry.ts";

/** The trigger of an automation that cannot be understood: it selects nothing. */
export interface InvalidTrigger {
  type: "invalid";
  /** What the file says, e.g. a type of a later version. */
  declaredType: string | null;
}

/** One automation as the engine uses it, defaults filled in. */
export interface Automation {
  id: string;
  name: string;
  enabled: boolean;
  trigger: Trigger | InvalidTrigger;
  conditions: Condition[];
  actions: Action[];
  /** How many of the first actions stand elsewhere in the file (`onStart` of older ones); absent = none. */
  liftedActions?: number;
  /** Present = it cannot run as written; names path, expected and found. */
  disabledReason?: string;
}

/** automations.json as a whole. `dailyBudgetUsd` absent = the installation's default, null = no fuse. */
export interface AutomationsConfig {
  automations: Automation[];
  dailyBudgetUsd?: number | null;
  supervisorBudgetUsd?: number;
  timeZone?: string;
  minDescriptionLength?: number;
  /** Examples that have to come out as they say before the file goes live. */
  tests?: Example[];
}

/** Whether an automation may start anything. */
export function isLive(automation: Automation): boolean {
  return automation.enabled && automation.disabledReason === undefined;
}

/** A configuration without automations: what a project without a file has. */
export const emptyConfig: AutomationsConfig = { automations: [] };
