import type { BulkItem } from "#server/contracts/bulk.ts";

export type UndoKind = "move" | "edit" | "delete" | "run" | "many";

/** Something this tab did and what takes it back. */
export interface Undoable {
  project: string;
  kind: UndoKind;
  /** In the order in which they are carried out. */
  items: readonly BulkItem[];
  /** Id of the notice that offers it. */
  notice?: string;
}

const kept = 50;
const done: Undoable[] = [];
const listeners = new Set<(undone: Undoable) => void>();

/** What ⌘Z takes back next; nothing to take back is not remembered. */
export function rememberUndo(undoable: Undoable): void {
  if (undoable.items.length === 0) return;
  done.push(undoable);
  if (done.length > kept) done.shift();
}

/** Takes this one, or the newest of a project, off the stack; null: it was taken before. */
export function takeUndo(which: Undoable | { project: string }): Undoable | null {
  const index =
    "items" in which
      ? done.indexOf(which)
      : done.findLastIndex(({ project }) => project === which.project);
  return index < 0 ? null : (done.splice(index, 1)[0] ?? null);
}

/** Called just before something is taken back: lists let those cards in where others are held. */
export function onUndoing(listener: (undone: Undoable) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellUndoing(undone: Undoable): void {
  for (const listener of listeners) listener(undone);
}
