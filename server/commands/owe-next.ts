import type { RunOutcome } from "#server/contracts/words.ts";
import type { Ending } from "#server/core/run/ending.ts";
import type { Tx } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import type { EndRow } from "../store/sql/read-ends.ts";

/**
 * Stores what an ended run leaves owed: its own firing again after a failed start, a retry, or a wake.
 * What the firing had collected (comments, messages) goes along, so nothing asked for is lost. A level
 * trigger has no firing of its own: its failed start is owed as a retry of the same agent.
 */
export async function oweNext(
  tx: Tx,
  run: EndRow,
  ending: Ending,
  outcome: RunOutcome,
): Promise<void> {
  const { next } = ending;
  if (next === null) return;
  const collected = run.firing?.payload ?? {};
  const again = next.kind === "owed_again" && run.firing !== null ? run.firing : null;
  const cause = again?.cause ?? (next.kind === "wake" ? "wake" : "retry");
  await oweFiring(tx, {
    projectId: run.projectId,
    automationId: run.automationId,
    ticketId: run.ticketId,
    agent: again === null ? run.agent : again.agent,
    cause,
    sourceSeq: again?.sourceSeq ?? null,
    dueAt: next.dueAt,
    payload: {
      ...collected,
      // A start that never began is made again; what its admission and its steps did is not.
      ...(again === null ? {} : { actionsLeft: leftBefore(run) }),
      previousRunId: run.id,
      outcome,
      reason: ending.wakeOn?.kind ?? outcome,
    },
    requestedBy: again?.requestedBy ?? null,
    failures: ending.failures,
  });
}

/** Places of the actions before the run that are still to be done. */
function leftBefore(run: EndRow): number[] {
  const owed = run.actionsBefore as { index: number }[];
  return owed.slice(run.actionsBeforeDone).map((step) => step.index);
}
