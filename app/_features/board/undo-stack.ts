/** What ⌘Z takes back: moves and deletes of this tab, the newest first. */
const undos: (() => void)[] = [];
const kept = 20;

export function rememberUndo(undo: () => void): void {
  undos.push(undo);
  if (undos.length > kept) undos.shift();
}

export function undoLast(): boolean {
  const undo = undos.pop();
  undo?.();
  return undo !== undefined;
}
