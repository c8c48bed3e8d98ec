import { isLive } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import type { Logger } from "../lib/logger.ts";
import { createRedactor } from "../lib/redact.ts";
import { describeError } from "../lib/result.ts";
import { secretValues } from "../lib/secret-values.ts";
import { readDatabaseClock } from "../queries/dispatch-snapshot.ts";
import type { Database } from "../store/client.ts";
import type { Poller } from "./pollers/poller.ts";
import { pollers } from "./pollers/registry.ts";

/** A reason is a line of a list. */
const MAX_REASON_CHARS = 300;
/** Another one at each look. */
const SCRATCH_PATH = /\S*signalbox-git-\w+\S*/g;

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
 * automation (rule 1). One that fails says so on its row and is tried again at its next look; the
 * others go on.
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
    select: { automationId: true, triggerType: true, cursor: true, lastError: true },
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
      if (state && state.lastError !== null) await noteError(scope, automation.id, null);
    } catch (error) {
      const reason = reasonOf(error);
      scope.log.warn(
        { project: row.slug, automation: automation.id, reason },
        "polling a trigger failed",
      );
      await noteError(scope, automation.id, reason);
    }
  }
  return polled;
}

/** What people see of a look that failed; the same reason keeps its time. null: it works again. */
async function noteError(
  { database, projectId, now }: PollScope,
  automationId: string,
  reason: string | null,
): Promise<void> {
  const at = now ?? (await readDatabaseClock(database.prisma));
  const error = reason === null ? null : JSON.stringify({ text: reason, at: at.toISOString() });
  await database.prisma.$executeRaw`
    UPDATE "AutomationState" SET "lastError" = ${error}::jsonb
     WHERE "projectId" = ${projectId} AND "automationId" = ${automationId}
       AND "lastError"->>'text' IS DISTINCT FROM ${reason}::text`;
}

/** One line; what a program said on its way out is better than how it was called. */
function reasonOf(error: unknown): string {
  const { stderr } = error as { stderr?: unknown };
  const said = typeof stderr === "string" ? stderr.trim() : "";
  const [line = ""] = (said === "" ? describeError(error) : `git: ${said}`).split("\n");
  const plain = line.replaceAll(SCRATCH_PATH, "…");
  return createRedactor(secretValues(process)).text(plain).slice(0, MAX_REASON_CHARS);
}

function pollerOf(automation: Automation): Poller | null {
  const { type } = automation.trigger;
  return isLive(automation) && type !== "invalid" ? pollers[type] : null;
}
