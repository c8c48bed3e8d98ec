"use client";
import { useEffect, useRef } from "react";
import { useBoard, useProject } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";

/**
 * The demo waits for its first ticket to be dragged (ux 26), so that one is not left in a rail. The rail
 * it opened closes when its last ticket has left: empty, it would only lie over the next column.
 */
export function useDemoStart(slug: string): void {
  const { store } = useBoardContext();
  const { data: board } = useBoard(slug);
  const { data: project } = useProject(slug);
  const isDone = useRef(false);
  const opened = useRef<string | null>(null);
  const first = board?.columns[0];
  const waitingName = project?.isDemo && first && first.count > 0 ? first.name : null;
  const isKnown = board !== undefined && project !== undefined;
  useEffect(() => {
    if (!isKnown || isDone.current) return;
    isDone.current = true;
    if (waitingName === null) return;
    opened.current = waitingName;
    store.set({ openRail: waitingName });
  }, [isKnown, waitingName, store]);
  const isEmpty = first?.count === 0;
  useEffect(() => {
    if (!isEmpty || opened.current === null) return;
    if (store.state.openRail === opened.current) store.set({ openRail: null });
    opened.current = null;
  }, [isEmpty, store]);
}
