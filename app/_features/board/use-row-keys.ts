"use client";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { isPageKey } from "#app/_lib/keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { showTicket } from "./ticket-path.ts";
import { useFollowFocus } from "./use-follow-focus.ts";
import { usePicks } from "./use-picks.ts";

const pageRows = 10;

interface Rows {
  scroller: RefObject<HTMLElement | null>;
  total: number;
  /** Rows that are drawn, by place. */
  drawn: readonly { index: number }[];
  ticketAt: (index: number) => number | undefined;
  scrollTo: (index: number) => void;
  /** Keys of one kind of rows, asked first; true: done. `moveTo` puts the focus on another row. */
  onKey?: (key: string, index: number, moveTo: (index: number) => void) => boolean;
}

/**
 * Arrows, Home, End and Page keys through rows of which only some are in the page, Enter opens. The
 * selection follows the ticket, not the place (ux 30).
 */
export function useRowKeys({ scroller, total, drawn, ticketAt, scrollTo, onKey }: Rows) {
  const { slug, store } = useBoardContext();
  const { isReader } = useRights();
  const picks = usePicks();
  const selected = useBoardUi((state) => state.selected);
  const [cursor, setCursor] = useState(0);
  /** A row that gets the focus once it is drawn. */
  const wanted = useRef<number | null>(null);
  const isThere = ticketAt(cursor) === undefined || ticketAt(cursor) === selected;
  const place = isThere
    ? cursor
    : (drawn.find((row) => selected !== null && ticketAt(row.index) === selected)?.index ?? cursor);
  const active = Math.max(0, Math.min(place, total - 1));
  const focusWanted = () => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${wanted.current}"] [data-card-link]`,
    );
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  };
  const moveTo = (index: number) => {
    if (total === 0) return;
    const next = Math.max(0, Math.min(index, total - 1));
    wanted.current = next;
    setCursor(next);
    scrollTo(next);
    focusWanted();
  };
  const act = useEffectEvent((event: KeyboardEvent): boolean => {
    const { key } = event;
    const isInRows = event.target instanceof Element && event.target.closest("[data-row]") !== null;
    if (!isInRows && event.target !== document.body && key !== "ArrowDown") return false;
    if (onKey?.(key, active, moveTo)) return true;
    // Without a selection the first key goes to the row where the list stands.
    const step = selected === null && !isInRows ? 0 : 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + step,
      ArrowUp: active - step,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: total - 1,
    };
    const next = steps[key];
    if (next !== undefined) {
      moveTo(next);
      const ticket = ticketAt(Math.max(0, Math.min(next, total - 1)));
      if (event.shiftKey && !isReader && ticket !== undefined) picks.extend(ticket);
      return true;
    }
    const ticket = ticketAt(active);
    if (key !== "Enter" || ticket === undefined || selected !== ticket) return false;
    if (document.activeElement?.matches("a, button, summary")) return false;
    showTicket(slug, ticket);
    return true;
  });
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      if (isPageKey(event) && act(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onPress);
    return () => document.removeEventListener("keydown", onPress);
  }, []);
  // A row that was out of sight is there after the next drawing, or once its page is read.
  useEffect(focusWanted);
  useFollowFocus();
  return {
    active,
    onFocus: (index: number) => {
      setCursor(index);
      const ticket = ticketAt(index);
      if (ticket !== undefined) store.set({ selected: ticket });
    },
  };
}
