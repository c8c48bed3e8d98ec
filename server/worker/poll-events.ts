import { isLive } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { describeError } from "../lib/result.ts";
import type { Logger } from "../lib/logger.ts";
import type { Database } from "../store/client.ts";
import type { Poller } from "./pollers/poller.ts";
import { pollers } from "./pollers/registry.ts";

/** Where and when to poll; `now` replaces the database's clock in tests of time. */
export interface PollScope {
  database: Database;
  log: Pick<Logger, "info" | "warn">;
  projectId: number;
  config: AutomationsConfig;
  now?: Date;
}

/** What came of a poll. `wakes`: in how many ms time alone makes an automation due, by id. */
export interface PolledEvents {
  owed: number;
  wakes: Map<string, number>;
}

/**
 * Turns what happened since each automation's last look into owed firings, one transaction per
 * automation (rule 1). One that fails is logged and tried again at its next look; the others go on.
 */
export async function pollEvents(
  scope: PollScope,
  automations: readonly Automation[],
): Promise<PolledEvents> {
  const { database, projectId } = scope;
  const polled: PolledEvents = { owed: 0, wakes: new Map() };
  const due = automations.flatMap((automation) => {
    const poller = pollerOf(automation);
    return poller === null ? [] : [{ automation, poller }];
  });
  if (due.length === 0) return polled;
  const row = await database.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { slug: true, timeZone: true, isImported: true, revision: true },
  });
  const newest = row.revision?.revision ?? 0n;
  const states = await database.prisma.automationState.findMany({
    where: { projectId, automationId: { in: due.map(({ automation }) => automation.id) } },
    select: { automationId: true, triggerType: true, cursor: true },
  });
  const stateOf = new Map(states.map((state) => [state.automationId, state]));
  const project = {
    id: projectId,
    slug: row.slug,
    timeZone: scope.config.timeZone ?? row.timeZone,
    isImported: row.isImported,
  };
  for (const { automation, poller } of due) {
    const state = stateOf.get(automation.id);
    const isKnown = state?.triggerType === automation.trigger.type;
    if (poller.readsLogOnly && isKnown && state.cursor >= newest) continue;
    try {
      const { owed, wakeInMs } = await poller.poll({ ...scope, project, automation });
      polled.owed += owed;
      if (wakeInMs !== null) polled.wakes.set(automation.id, wakeInMs);
    } catch (error) {
      scope.log.warn(
        { project: row.slug, automation: automation.id, reason: describeError(error) },
        "polling a trigger failed",
      );
    }
  }
  return polled;
}

function pollerOf(automation: Automation): Poller | null {
  const { type } = automation.trigger;
  return isLive(automation) && type !== "invalid" ? pollers[type] : null;
}
