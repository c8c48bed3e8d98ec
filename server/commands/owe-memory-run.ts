import { isLive } from "#server/core/automation/automation.ts";
import type { BoardAction } from "#server/core/automation/plan.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import type { Tx } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import { told } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";

/**
 * Owes the short run that compacts an agent's memory: a firing of cause `chain` without a ticket, so
 * that it has a conversation of its own and several tickets that ask for it make one. Left out when the
 * rule was removed or switched off meanwhile (rule 33).
 */
export async function oweMemoryRun(
  tx: Tx,
  scope: { projectId: number; automationId: string | null },
  action: Extract<BoardAction, { type: "consolidateAgentMemory" }>,
): Promise<ActionNote> {
  const { index, agent, type } = action;
  const config = await readLiveAutomations(tx, scope.projectId);
  const automation = config.automations.find((one) => one.id === scope.automationId);
  if (!automation || !isLive(automation)) {
    return { type, index, ok: false, ...told("action.memory_off", { agent }) };
  }
  await oweFiring(tx, {
    projectId: scope.projectId,
    automationId: automation.id,
    ticketId: null,
    agent,
    cause: "chain",
    sourceSeq: null,
    dueAt: new Date(0),
    payload: { memoryIndex: index },
    requestedBy: null,
    failures: 0,
  });
  return { type, index, ok: true, ...told("action.memory_asked", { agent }) };
}
