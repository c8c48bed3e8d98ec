"use client";
import { useCallback, useState } from "react";
import { linkedComment, linkedEvent } from "./linked-comment.ts";

export type TabName = "run" | "ticket" | "changes" | "why" | "details";

/** The file that an event of a run edited. */
export interface EditedFile {
  path: string;
  seq: number;
}

/** Which tab and run of a ticket is shown, and where in it one wants to be; at first where the address leads. */
export function useRunPlaces() {
  const [linked] = useState(() => linkedEvent());
  const [picked, setPicked] = useState<string | null>(linked?.run ?? null);
  const [wish, setWish] = useState<TabName | null>(() => {
    if (linkedComment() !== null) return "ticket";
    return linked === null ? null : "run";
  });
  const [event, setEvent] = useState<{ seq: number } | null>(linked);
  const [change, setChange] = useState<EditedFile | null>(null);
  const go = useCallback(
    (tab: TabName, to: { event?: { seq: number }; change?: EditedFile } = {}) => {
      // Who only turns the page is taken nowhere.
      setEvent(to.event ?? null);
      setChange(to.change ?? null);
      setWish(tab);
    },
    [],
  );
  return {
    picked,
    wish,
    event,
    change,
    goTo: useCallback((tab: TabName) => go(tab), [go]),
    showRun: (id: string) => {
      setPicked(id);
      go("run");
    },
    showEvent: (seq: number) => go("run", { event: { seq } }),
    showChange: useCallback((change: EditedFile) => go("changes", { change }), [go]),
  };
}
