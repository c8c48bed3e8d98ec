"use client";
import { useCallback, useEffect, useState } from "react";
import { linkedComment, linkedEvent } from "./linked-comment.ts";

export type TabName = "run" | "ticket" | "changes" | "why" | "details";

/** The file that an event of a run edited. */
export interface EditedFile {
  path: string;
  seq: number;
}

/** Which tab and run of a ticket is shown, and where in it one wants to be; at first where the address leads. */
export function useRunPlaces() {
  const [picked, setPicked] = useState<string | null>(null);
  const [wish, setWish] = useState<TabName | null>(() =>
    linkedComment() === null ? null : "ticket",
  );
  const [event, setEvent] = useState<{ seq: number } | null>(null);
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
  // A link from another page draws this one before the address is the new one.
  useEffect(() => {
    const linked = linkedEvent();
    if (linked === null) return;
    setPicked(linked.run);
    go("run", { event: linked });
  }, [go]);
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
