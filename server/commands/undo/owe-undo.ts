import type { Actor } from "#server/contracts/actor.ts";
import { newRunId } from "../../lib/ids.ts";
import type { Tx } from "../../store/client.ts";

/** Remembers that a run's changes are to be taken back once it has stopped; once per run. */
export async function oweUndo(
  tx: Tx,
  run: { id: string; projectId: number },
  actor: Actor,
  now: Date,
): Promise<void> {
  const open = await tx.runUndo.count({
    where: { runId: run.id, state: { in: ["owed", "doing"] } },
  });
  if (open > 0) return;
  await tx.runUndo.create({
    data: {
      id: newRunId(),
      projectId: run.projectId,
      runId: run.id,
      requestedBy: actor.slug,
      requestedByKind: actor.kind,
      createdAt: now,
    },
  });
}
