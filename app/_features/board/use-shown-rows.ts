"use client";
import { useEffect, useMemo, useState } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { useBoardUi } from "./board-context.tsx";
import { holdCards, type HeldView, type ShownRow } from "./hold-cards.ts";
import type { ColumnHold } from "./use-column-hold.ts";

const outlineMs = 2_000;
const asRows = (cards: readonly Card[]): ShownRow[] =>
  cards.map((card) => ({ kind: "card", card }));

const isSameOrder = (rows: readonly ShownRow[], cards: readonly Card[]) =>
  rows.length === cards.length && rows.every((row, index) => row.card.id === cards[index]?.id);

/**
 * The rows a column draws: the fresh cards, or what was shown while something works in the column. Of
 * another question nothing is held.
 */
export function useShownRows(
  cards: readonly Card[],
  hold: ColumnHold,
  question: string,
): HeldView & { release: () => void } {
  const own = useBoardUi((state) => state.own);
  const isDragging = useBoardUi((state) => state.dragging !== null);
  const [shown, setShown] = useState(cards);
  const [shownFor, setShownFor] = useState(question);
  if (shownFor !== question) setShownFor(question);
  const isHeld = (hold.isHeld || isDragging) && shownFor === question;
  const { anchor } = hold;
  const view = useMemo(
    () => (isHeld ? holdCards(shown, cards, anchor, own) : { rows: asRows(cards), heldCount: 0 }),
    [isHeld, shown, cards, anchor, own],
  );
  // What was let in keeps its place from now on.
  if (!isHeld && shown !== cards) setShown(cards);
  else if (isHeld && !isSameOrder(view.rows, shown)) setShown(view.rows.map((row) => row.card));
  const goneCount = view.rows.filter((row) => row.kind === "gone").length;
  // An outline stands for two seconds, then the cards below may close the gap.
  useEffect(() => {
    if (goneCount === 0) return undefined;
    const timer = setTimeout(() => {
      const present = new Set(cards.map((card) => card.id));
      setShown((old) => old.filter((card) => present.has(card.id)));
    }, outlineMs);
    return () => clearTimeout(timer);
  }, [goneCount, cards]);
  return { ...view, release: () => setShown(cards) };
}
