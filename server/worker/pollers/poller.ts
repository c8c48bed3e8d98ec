import type { Automation } from "#server/core/automation/automation.ts";
import type { Trigger, TriggerType } from "#server/core/automation/triggers/registry.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Database, Tx } from "../../store/client.ts";

/** One look of one automation with an event trigger. */
export interface PollJob {
  database: Database;
  log: Pick<Logger, "info" | "warn">;
  project: { id: number; slug: string; timeZone: string; isImported: boolean };
  automation: Automation;
  /** Instead of the database's clock, for tests of time. */
  now?: Date | undefined;
}

/** What a poller sees while it holds the row of the automation's state. */
export interface Turn {
  tx: Tx;
  projectId: number;
  automation: Automation;
  now: Date;
  /** Revisions of the activity log to look at: exclusive and inclusive. */
  after: number;
  until: number;
  /** What this trigger remembered at its last look; null at the first one. */
  memory: unknown;
  nextRunAt: Date | null;
}

/** One occurrence: becomes an owed firing of the automation, at most one per ticket (rule 1). */
export interface Occurrence {
  ticketId: number | null;
  /** Of the activity it came from; null = not from the log. */
  revision: number | null;
  payload: Record<string, unknown>;
  /** Absent = now. */
  dueAt?: Date;
}

/** What came out of a turn; what is left out stays as it was. */
export interface Look {
  occurrences?: Occurrence[];
  memory?: object;
  nextRunAt?: Date | null;
  /** When the next look is due by time, where that is before the poll period. */
  wakeAt?: Date | null;
}

export interface Polled {
  owed: number;
  /** Next look that is due by time, counted from this one; null = after the poll period. */
  wakeInMs: number | null;
}

export interface Poller {
  /** It sees nothing but the activity log: where that did not grow, there is nothing to look at. */
  readsLogOnly: boolean;
  poll(job: PollJob): Promise<Polled>;
}

/** The trigger of an automation, where it is of that type. */
export function triggerAs<T extends TriggerType>(
  automation: Automation,
  type: T,
): Extract<Trigger, { type: T }> {
  const { trigger } = automation;
  if (!isOfType(trigger, type)) {
    throw new Error(`automation ${automation.id}: expected ${type}, found ${trigger.type}`);
  }
  return trigger;
}

function isOfType<T extends TriggerType>(
  trigger: Automation["trigger"],
  type: T,
): trigger is Extract<Trigger, { type: T }> {
  return trigger.type === type;
}
