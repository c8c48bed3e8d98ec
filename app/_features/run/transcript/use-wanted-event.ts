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
  onOpened,
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
  /** A row that stands there already has to look again whether it is open. */
  onOpened: (key: string) => void;
}): void {
  const shown = useRef<WantedEvent | null>(null);
  const { rows } = snapshot.transcript;
  useEffect(() => {
    if (wanted === null || wanted === shown.current || snapshot.lastSeq < wanted.seq) return;
    leaveEnd();
    const index = indexOfEvent(items, wanted.seq);
    const row = items[index];
    if (row === undefined || row.kind === "gap") {
      if (indexOfEvent(rows, wanted.seq) !== -1) onFilter("all");
      else if (!snapshot.hasEarlier) shown.current = wanted;
      else if (!snapshot.isLoadingEarlier) stream.loadEarlier();
      return;
    }
    shown.current = wanted;
    for (const key of keysAround(row, wanted.seq)) openRows.set(key, true);
    onOpened(row.key);
    goTo(index);
    focusWhenDrawn(box, row.seq);
  });
}

/** Frames in which the list has drawn a row it was told to come to, on a slow machine too. */
const mostFrames = 60;

/** The row is drawn once the list has come there; what was left meanwhile gets no focus. */
function focusWhenDrawn(
  box: RefObject<HTMLDivElement | null>,
  seq: number,
  frames = mostFrames,
): void {
  requestAnimationFrame(() => {
    const article = box.current?.querySelector<HTMLElement>(`[data-event-seq="${seq}"]`);
    if (article) article.focus({ preventScroll: true });
    else if (frames > 0 && box.current !== null) focusWhenDrawn(box, seq, frames - 1);
  });
}
