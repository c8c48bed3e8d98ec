import type { Automation } from "#server/core/automation/automation.ts";
import { isLive } from "#server/core/automation/automation.ts";
import type { DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import type { Database, Tx } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import { inTransaction } from "../store/transaction.ts";
import { pollers } from "./pollers/registry.ts";

/**
 * Turns what happened since each automation's cursor into owed firings. One transaction per automation
 * inserts the firings of a poll and moves its cursor, so nothing is lost and nothing fires twice (rule
 * 1). A new automation, or one whose trigger type changed, starts at now. Returns how many were owed.
 */
export async function pollEvents(
  database: Database,
  projectId: number,
  automations: Automation[],
): Promise<number> {
  let owed = 0;
  for (const automation of automations) {
    const { type } = automation.trigger;
    if (!isLive(automation) || type === "invalid" || pollers[type] === null) continue;
    owed += await inTransaction(database, (tx) => pollOne(tx, projectId, automation));
  }
  return owed;
}

async function pollOne(tx: Tx, projectId: number, automation: Automation): Promise<number> {
  const key = { projectId_automationId: { projectId, automationId: automation.id } };
  const [state] = await tx.$queryRaw<{ triggerType: string; cursor: bigint }[]>`
    SELECT "triggerType", "cursor" FROM "AutomationState"
     WHERE "projectId" = ${projectId} AND "automationId" = ${automation.id} FOR UPDATE`;
  const { revision } = await tx.projectRevision.findUniqueOrThrow({
    where: { projectId },
    select: { revision: true },
  });
  const { type } = automation.trigger;
  if (!state || state.triggerType !== type) {
    const fresh = { triggerType: type, cursor: revision };
    await tx.automationState.upsert({
      where: key,
      create: { projectId, automationId: automation.id, ...fresh },
      update: fresh,
    });
    return 0;
  }
  if (state.cursor >= revision || type === "invalid") return 0;
  const poller = pollers[type];
  if (poller === null) return 0;
  const snapshot: DispatchSnapshot = await readDispatchSnapshot(tx, projectId);
  const occurrences = await poller({
    tx,
    snapshot,
    automation,
    after: Number(state.cursor),
    until: Number(revision),
  });
  for (const occurrence of occurrences) {
    await oweFiring(tx, {
      projectId,
      automationId: automation.id,
      ticketId: occurrence.ticketId,
      agent: null,
      cause: "trigger",
      sourceSeq: occurrence.revision,
      dueAt: snapshot.now,
      payload: occurrence.payload,
      requestedBy: null,
      failures: 0,
    });
  }
  await tx.automationState.update({ where: key, data: { cursor: revision } });
  return occurrences.length;
}
