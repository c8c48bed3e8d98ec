"use client";
import { useEffect } from "react";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { useUndo } from "./use-undo.ts";

const writing = "input, textarea, [contenteditable='true']";

/** ⌘Z takes back the last thing this tab did in the project; in a field it stays the field's. */
export function useUndoKey(): void {
  const project = useCurrentProject()?.slug ?? null;
  const { undoLast } = useUndo();
  useEffect(() => {
    if (project === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== "z" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(writing)) return;
      if (undoLast(project)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [project, undoLast]);
}
