"use client";
import { useEffect, useRef, type RefObject } from "react";
import type { RunSnapshot, RunStream } from "../stream/run-stream.ts";
import type { Filter, Gap } from "./filter.ts";
import { indexOfEvent, keysAround } from "./find-event.ts";
import type { Row } from "./row.ts";

export interface WantedEvent {
  seq: number;
}

/**
 * Brings an event into view that somebody asked for, once for each wish: fetches earlier events until it
 * is there, takes away a filter that hides it, opens its row and gives it the focus.
 */
export function useWantedEvent({
  wanted,
  box,
  items,
  stream,
  snapshot,
  openRows,
  onFilter,
  leaveEnd,
  goTo,
}: {
  wanted: WantedEvent | null;
  box: RefObject<HTMLDivElement | null>;
  items: readonly (Row | Gap)[];
  stream: RunStream;
  snapshot: RunSnapshot;
  openRows: Map<string, boolean>;
  onFilter: (filter: Filter) => void;
  leaveEnd: () => void;
  goTo: (index: number) => void;
}): void {
  const shown = useRef<WantedEvent | null>(null);
  const { rows } = snapshot.transcript;
  useEffect(() => {
    if (wanted === null || wanted === shown.current || snapshot.lastSeq < wanted.seq)
      return undefined;
    leaveEnd();
    const index = indexOfEvent(items, wanted.seq);
    const row = items[index];
    if (row === undefined || row.kind === "gap") {
      if (indexOfEvent(rows, wanted.seq) !== -1) onFilter("all");
      else if (snapshot.hasEarlier && !snapshot.isLoadingEarlier) stream.loadEarlier();
      return undefined;
    }
    shown.current = wanted;
    for (const key of keysAround(row, wanted.seq)) openRows.set(key, true);
    goTo(index);
    // The row is drawn once the list has come there.
    let tries = 30;
    let frame = requestAnimationFrame(function focus() {
      const article = box.current?.querySelector<HTMLElement>(`[data-event-seq="${row.seq}"]`);
      tries -= 1;
      if (article) article.focus({ preventScroll: true });
      else if (tries > 0) frame = requestAnimationFrame(focus);
    });
    return () => cancelAnimationFrame(frame);
  });
}
