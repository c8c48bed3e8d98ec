import { isLive } from "#server/core/automation/automation.ts";
import type { Automation } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import { defaultBackoff } from "#server/core/automation/triggers/trigger.ts";
import { backoffMs } from "#server/core/run/backoff.ts";
import type { Database } from "../../store/client.ts";

/** More failures in a row than this make no pause longer, and no rule may ask for as many tries. */
const MAX_COUNTED = 100;
/** The end of the jitter, so that a retry that is owed comes first. */
const LONGEST_JITTER = 1;
/** Outcomes that count as a failed try (rule 2). */
const failing = new Set([
  "failed",
  "stalled",
  "spawn_failed",
  "verify_failed",
  "max_turns",
  "timed_out",
  "budget_exceeded",
]);

/**
 * Runs without a ticket belong to no pair whose failures would hold the next one. So what their
 * triggers owe waits here: after failed runs in a row, the pause that a retry would have (rule 2). A
 * run that ends well lets it go at once. The count stands in the firing: when no try is left, the gate
 * RETRIES_SPENT holds it until a person edits the rule or says "try again" (`retryAutomation`).
 */
export async function holdFailing(
  database: Database,
  projectId: number,
  automations: readonly Automation[],
  now: Date,
): Promise<void> {
  const ticketless = automations.filter(
    (one) => isLive(one) && triggerOf(one.trigger)?.isTicketless === true,
  );
  if (ticketless.length === 0) return;
  const owed = await database.prisma.firing.findMany({
    where: {
      projectId,
      automationId: { in: ticketless.map(({ id }) => id) },
      ticketId: null,
      state: "owed",
      cause: "trigger",
    },
    select: { id: true, automationId: true, dueAt: true, failures: true },
  });
  for (const firing of owed) {
    const automation = ticketless.find(({ id }) => id === firing.automationId);
    if (!automation) continue;
    const held = pauseOf(automation, await readFailures(database, projectId, automation.id));
    const dueAt = held.until ?? (firing.failures > 0 ? now : firing.dueAt);
    if (held.failures === firing.failures && dueAt <= firing.dueAt) continue;
    await database.prisma.firing.updateMany({
      where: { id: firing.id, state: "owed" },
      data: { failures: held.failures, dueAt },
    });
  }
}

interface Failures {
  count: number;
  lastEndedAt: Date | null;
}

function pauseOf(
  { trigger }: Automation,
  { count, lastEndedAt }: Failures,
): { failures: number; until: Date | null } {
  if (count === 0 || lastEndedAt === null) return { failures: 0, until: null };
  const limits = triggerOf(trigger)?.backoff(trigger) ?? defaultBackoff;
  const pauseMs = backoffMs(count, LONGEST_JITTER, limits);
  return { failures: count, until: new Date(lastEndedAt.getTime() + pauseMs) };
}

/**
 * Failed runs of an automation since its last good end, since a person started or stopped one, and
 * since it was edited or a person said to try again.
 */
async function readFailures(
  database: Database,
  projectId: number,
  automationId: string,
): Promise<Failures> {
  const state = await database.prisma.automationState.findUnique({
    where: { projectId_automationId: { projectId, automationId } },
    select: { failuresSince: true },
  });
  const since = state?.failuresSince ?? null;
  const runs = await database.prisma.run.findMany({
    where: {
      projectId,
      automationId,
      ticketId: null,
      state: "ended",
      ...(since === null ? {} : { createdAt: { gt: since } }),
    },
    orderBy: { createdAt: "desc" },
    take: MAX_COUNTED,
    select: { outcome: true, cause: true, endedAt: true },
  });
  const failures: Failures = { count: 0, lastEndedAt: null };
  for (const { outcome, cause, endedAt } of runs) {
    if (outcome === "completed" || outcome === "stopped") break;
    if (failing.has(outcome ?? "")) {
      failures.count += 1;
      failures.lastEndedAt ??= endedAt;
    }
    if (cause === "manual") break;
  }
  return failures;
}
