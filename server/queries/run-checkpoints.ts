import type { UndoState } from "#server/contracts/undo.ts";
import type { Tx } from "../store/client.ts";
import type { RunUndo } from "../store/generated/client.ts";

/** A moment of a run that was recorded. */
export interface KeptPoint {
  commit: string;
  /** Where the folder's own repository stood; null: none, or without commits. */
  head: string | null;
  turn: number;
  at: Date;
  skipped: unknown;
}

export interface RunPoints {
  start: KeptPoint;
  last: KeptPoint;
  /** Ends of turns, oldest first. */
  turns: KeptPoint[];
}

/** Checkpoints of a run; null without one from before its start. `problem`: why one is missing. */
export async function readRunPoints(
  prisma: Tx,
  runId: string,
): Promise<{ points: RunPoints | null; problem: string | null }> {
  const rows = await prisma.checkpoint.findMany({ where: { runId }, orderBy: { n: "asc" } });
  const problem = rows.find((row) => row.error !== null)?.error ?? null;
  const kept = rows.flatMap(({ kind, commit, head, turn, at, skipped }) =>
    commit === null ? [] : [{ kind, commit, head, turn, at, skipped }],
  );
  const [start] = kept;
  const last = kept.at(-1);
  if (!start || !last || start.kind !== "start") return { points: null, problem };
  const turns = kept.filter((point) => point.kind === "turn");
  return { points: { start, last, turns }, problem };
}

/** Undos of the run that are in force: done, and not taken back. Oldest first. */
export async function readUndosInForce(prisma: Tx, runId: string): Promise<RunUndo[]> {
  const done = await prisma.runUndo.findMany({
    where: { runId, state: "done" },
    orderBy: { createdAt: "asc" },
  });
  const restored = new Set(done.map((undo) => undo.restores));
  return done.filter((undo) => undo.restores === null && !restored.has(undo.id));
}

export function toUndoState(undo: RunUndo): UndoState {
  return {
    id: undo.id,
    state: undo.state as UndoState["state"],
    by: undo.requestedBy,
    at: (undo.finishedAt ?? undo.createdAt).toISOString(),
    toTurn: undo.toTurn,
    isRestore: undo.restores !== null,
    error: undo.error,
  };
}

/** The newest undo of a run, whatever became of it. */
export async function readLastUndo(prisma: Tx, runId: string): Promise<UndoState | null> {
  const undo = await prisma.runUndo.findFirst({ where: { runId }, orderBy: { createdAt: "desc" } });
  return undo === null ? null : toUndoState(undo);
}
