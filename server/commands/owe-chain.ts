import { isLive } from "#server/core/automation/automation.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import type { Tx } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import type { EndRow } from "../store/sql/read-ends.ts";
import { told } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";
import type { Step } from "./step-owner.ts";

/**
 * Owes the next runAgent of the chain. When its automation was removed or switched off meanwhile it is
 * left out, and the answer says so for the ticket's history (rule 33).
 */
export async function oweChain(tx: Tx, run: EndRow, steps: Step[]): Promise<ActionNote[]> {
  const next = steps.find((step) => step.type === "chain");
  if (!next || run.automationId === null) return [];
  const config = await readLiveAutomations(tx, run.projectId);
  const automation = config.automations.find((one) => one.id === run.automationId);
  if (!automation || !isLive(automation)) {
    const why = automation ? "action.chain_off" : "action.chain_removed";
    const words = told(why, { rule: run.automationId });
    return [{ type: "runAgent", index: next.index, ok: false, ...words }];
  }
  await oweFiring(tx, {
    projectId: run.projectId,
    automationId: run.automationId,
    ticketId: run.ticketId,
    agent: run.agent,
    cause: "chain",
    sourceSeq: null,
    dueAt: new Date(0),
    payload: { actionIndex: next.index, previousRunId: run.id },
    requestedBy: null,
    failures: 0,
  });
  return [];
}
