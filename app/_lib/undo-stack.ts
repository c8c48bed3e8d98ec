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

interface Entry {
  project: string;
  /** null: what was done has not been answered yet, or was refused. */
  undoable: Undoable | null;
  answered: Promise<void>;
}

/** The place on the stack of something that is under way. */
export interface UndoPlace {
  /** It was done; nothing to take back is not remembered. */
  keep(undoable: Undoable): void;
  /** It was not done. */
  drop(): void;
}

const kept = 50;
const done: Entry[] = [];
const listeners = new Set<(undone: Undoable) => void>();

/**
 * Takes the newest place, before the server is asked: ⌘Z right after a deletion takes back the deletion,
 * also while it is on its way, and not what was done before it.
 */
export function beginUndoable(project: string): UndoPlace {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const entry: Entry = { project, undoable: null, answered };
  done.push(entry);
  if (done.length > kept) done.shift();
  const drop = () => {
    if (done.includes(entry)) done.splice(done.indexOf(entry), 1);
    answer();
  };
  return {
    keep(undoable) {
      if (undoable.items.length === 0) return drop();
      entry.undoable = undoable;
      answer();
    },
    drop,
  };
}

/** Something that was taken back in vain can be taken back again. */
export function rememberUndo(undoable: Undoable): void {
  beginUndoable(undoable.project).keep(undoable);
}

/** Takes this one off the stack; null: it was taken before. */
export function takeUndo(which: Undoable): Undoable | null {
  const index = done.findIndex(({ undoable }) => undoable === which);
  return index < 0 ? null : (done.splice(index, 1)[0]?.undoable ?? null);
}

/**
 * Takes the newest of a project off the stack, as soon as the server has answered it; null: there is none.
 * What was refused has nothing to take back, and what was done before it is left alone.
 */
export function takeNewestUndo(project: string): Promise<Undoable | null> | null {
  const index = done.findLastIndex((entry) => entry.project === project);
  const [entry] = index < 0 ? [] : done.splice(index, 1);
  return entry ? entry.answered.then(() => entry.undoable) : null;
}

/** Called just before something is taken back: lists let those cards in where others are held. */
export function onUndoing(listener: (undone: Undoable) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellUndoing(undone: Undoable): void {
  for (const listener of listeners) listener(undone);
}
