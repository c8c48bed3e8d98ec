"use client";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { useBoardUi } from "./board-context.tsx";
import { asRows, holdCards, type ColumnHold, type HeldView, type ShownRow } from "./hold-cards.ts";

const outlineMs = 2_000;
/** A drag goes over a whole column: all of it stays. */
const dragged: ColumnHold = { isHeld: true, anchor: null };

const isSame = (rows: readonly ShownRow[], others: readonly ShownRow[]) =>
  rows.length === others.length &&
  rows.every((row, index) => row.card === others[index]?.card && row.kind === others[index].kind);

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
  const [shown, setShown] = useState(() => asRows(cards));
  const [shownFor, setShownFor] = useState(question);
  if (shownFor !== question) setShownFor(question);
  const isSameList = shownFor === question;
  const holding = isDragging ? dragged : hold;
  const view = useMemo(
    () =>
      isSameList ? holdCards(shown, cards, holding, own) : { rows: asRows(cards), heldCount: 0 },
    [isSameList, shown, cards, holding, own],
  );
  // What was let in keeps its place from now on.
  if (!isSame(view.rows, shown)) setShown(view.rows);
  const gone = view.rows.flatMap((row) => (row.kind === "gone" ? [row.card.id] : [])).join(" ");
  useOutlineEnds(gone, (ticket) =>
    setShown((old) =>
      old.map((row) =>
        row.kind === "gone" && row.card.id === ticket ? { ...row, isOver: true } : row,
      ),
    ),
  );
  return { ...view, release: () => setShown(asRows(cards)) };
}

/** Each outline stands for two seconds, whatever else happens in its column. */
function useOutlineEnds(gone: string, onEnd: (ticket: number) => void): void {
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const tickets = new Set(gone === "" ? [] : gone.split(" ").map(Number));
    for (const [ticket, timer] of timers.current) {
      if (tickets.has(ticket)) continue;
      clearTimeout(timer);
      timers.current.delete(ticket);
    }
    for (const ticket of tickets)
      if (!timers.current.has(ticket))
        timers.current.set(
          ticket,
          setTimeout(() => end(ticket), outlineMs),
        );
  }, [gone]);
  useEffect(() => {
    const all = timers.current;
    return () => {
      for (const timer of all.values()) clearTimeout(timer);
      all.clear();
    };
  }, []);
}
