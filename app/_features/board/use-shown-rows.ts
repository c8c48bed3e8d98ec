"use client";
import { useEffect, useRef, useState } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { useBoardUi } from "./board-context.tsx";
import { holdCards, type HeldView, type ShownRow } from "./hold-cards.ts";
import type { ColumnHold } from "./use-column-hold.ts";

const outlineMs = 2_000;
const asRows = (cards: readonly Card[]): ShownRow[] => cards.map((card) => ({ kind: "card", card }));

/** The rows a column draws: the fresh cards, or what was shown while something works in the column. */
export function useShownRows(cards: readonly Card[], hold: ColumnHold): HeldView & { release: () => void } {
  const own = useBoardUi((state) => state.own);
  const isDragging = useBoardUi((state) => state.dragging !== null);
  const shown = useRef<readonly Card[]>(cards);
  const [, redraw] = useState(0);
  const isHeld = hold.isHeld || isDragging;
  const view = isHeld ? holdCards(shown.current, cards, hold.anchor, own) : { rows: asRows(cards), heldCount: 0 };
  const goneCount = view.rows.filter((row) => row.kind === "gone").length;
  useEffect(() => {
    shown.current = view.rows.map((row) => row.card);
  });
  // An outline stands for two seconds, then the cards below may close the gap.
  useEffect(() => {
    if (goneCount === 0) return undefined;
    const timer = setTimeout(() => {
      const present = new Set(cards.map((card) => card.id));
      shown.current = shown.current.filter((card) => present.has(card.id));
      redraw((count) => count + 1);
    }, outlineMs);
    return () => clearTimeout(timer);
  }, [goneCount, cards]);
  const release = () => {
    shown.current = cards;
    redraw((count) => count + 1);
  };
  return { ...view, release };
}
