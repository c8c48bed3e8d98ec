"use client";
import { useEffect, useRef } from "react";
import { useBoard, useProject } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";

/** The demo waits for its first ticket to be dragged (ux 26), so that one is not left in a rail. */
export function useDemoStart(slug: string): void {
  const { store } = useBoardContext();
  const { data: board } = useBoard(slug);
  const { data: project } = useProject(slug);
  const isDone = useRef(false);
  const first = board?.columns[0];
  const waitingName = project?.isDemo && first && first.count > 0 ? first.name : null;
  const isKnown = board !== undefined && project !== undefined;
  useEffect(() => {
    if (!isKnown || isDone.current) return;
    isDone.current = true;
    if (waitingName !== null) store.set({ openRail: waitingName });
  }, [isKnown, waitingName, store]);
}
