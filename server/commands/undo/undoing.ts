import type { UndoFile, UndoPlan } from "#server/contracts/undo.ts";
import type { FileStep } from "../../lib/checkpoints/put-back.ts";
import type { RevertRange } from "../../lib/checkpoints/revert-commits.ts";
import type { RunUndo } from "../../store/generated/client.ts";

/** The run that is undone. */
export interface UndoneRun {
  id: string;
  projectId: number;
  ticketId: number | null;
  automationId: string | null;
  cwd: string;
  admittedRevision: bigint;
}

export interface UndoAsk {
  toTurn: number | null;
  putBack: ReadonlySet<string>;
  restore: boolean;
  /** Nobody has seen a preview: files that nothing of the run names are left alone. */
  isUnseen: boolean;
}

/** What an undo is going to do, for people (`plan`) and for the one that does it. */
export interface Undoing {
  plan: UndoPlan;
  steps: FileStep[];
  /** Of the folder's own repository. */
  range: RevertRange;
  /** Checkpoint that its files go back to. */
  target: string;
  /** The undo that is taken back. */
  restores: RunUndo | null;
}

/** What an undo that is done has changed; stored with it. */
export interface UndoDone {
  /** Checkpoint that its files went back to. */
  target: string | null;
  /** Files that were written or removed. */
  paths: string[];
  tickets: number[];
  column: { from: string; to: string } | null;
  labels: { from: string[]; to: string[] } | null;
}

export function readDone(undo: Pick<RunUndo, "done">): UndoDone {
  const done = undo.done as unknown as Partial<UndoDone>;
  return {
    target: done.target ?? null,
    paths: done.paths ?? [],
    tickets: done.tickets ?? [],
    column: done.column ?? null,
    labels: done.labels ?? null,
  };
}

export function toFile(step: FileStep, known: Pick<UndoFile, "also" | "isNamed">): UndoFile {
  const { path, kind, reason, canForce } = step;
  return { path, kind, reason, canForce, ...known };
}
