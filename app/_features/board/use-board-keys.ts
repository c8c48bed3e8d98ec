"use client";
import { useRouter } from "next/navigation";
import { useEffect, type RefObject } from "react";
import type { Board } from "#server/contracts/ticket.ts";
import { isPageKey } from "#app/_lib/keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext } from "./board-context.tsx";
import { focusCard } from "./focus-card.ts";
import { nextSelection, type Direction, type VisibleColumn } from "./next-selection.ts";
import { showTicket } from "./ticket-path.ts";
import { usePicks } from "./use-picks.ts";
import { useReorder } from "./use-reorder.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Columns that are drawn with cards; rails only while they are open. */
function visibleColumns(board: Board, frame: HTMLElement | null): VisibleColumn[] {
  const drawn = new Set(
    [...(frame?.querySelectorAll<HTMLElement>("section[data-column]") ?? [])].map(
      (element) => element.dataset.column,
    ),
  );
  return board.columns
    .filter((column) => drawn.has(column.name))
    .map(({ name, cards }) => ({ name, cards }));
}

/** What they do would be refused to people who may only read. */
const writingKeys: ReadonlySet<string> = new Set(["c", "m", "x", "[", "]"]);

const isDrawn = (ticket: number): boolean =>
  document.querySelector(`[data-ticket="${ticket}"] [data-card-link]`) !== null;

/** ⌘A on a card; elsewhere it is the browser's. */
function isAllKey(event: KeyboardEvent): boolean {
  if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return false;
  if (event.key.toLowerCase() !== "a" || !(event.target instanceof Element)) return false;
  return event.target.matches("[data-card-link]");
}

/** Keys of the board; every one of them is also in the card's menu (ux 29). */
export function useBoardKeys(
  frame: RefObject<HTMLElement | null>,
  filterInput: RefObject<HTMLInputElement | null>,
  board: Board | undefined,
): void {
  const { slug, store } = useBoardContext();
  const reorder = useReorder();
  const picks = usePicks();
  const router = useRouter();
  const { isReader } = useRights();
  useEffect(() => {
    const act = (key: string, isShifted: boolean): boolean => {
      if (key === "r") {
        router.push(`/p/${encodeURIComponent(slug)}/review`);
        return true;
      }
      if (key === "/") {
        filterInput.current?.focus();
        return true;
      }
      const { selected, picked } = store.state;
      if (isReader && writingKeys.has(key)) return false;
      if (board && actOnBoard(board, key, isShifted)) return true;
      if (key === "Escape" && picked.size > 0) {
        picks.clear();
        return true;
      }
      if (key === "m" && picked.size > 0) {
        store.set({ bulkMenu: "move" });
        return true;
      }
      if (selected === null || !isDrawn(selected)) return false;
      if (key === "x") picks.toggle(selected);
      else if (key === "m" || key === ".")
        store.set({ menu: { ticket: selected, kind: key === "m" ? "move" : "all" } });
      else return false;
      return true;
    };
    /** What only columns have. */
    const actOnBoard = (shown: Board, key: string, isShifted: boolean): boolean => {
      const { selected, openRail, column } = store.state;
      const visible = visibleColumns(shown, frame.current);
      const direction = arrows[key];
      if (direction) {
        const next = nextSelection(visible, selected, direction);
        if (next === null) return false;
        const isStretch = isShifted && !isReader && (direction === "up" || direction === "down");
        if (isStretch) picks.extend(next);
        store.set({ selected: next });
        focusCard(next);
        return true;
      }
      if (key === "c") {
        const name =
          visible.find((other) => other.cards.some((card) => card.id === selected))?.name ??
          visible.find((other) => other.name === column)?.name ??
          visible[0]?.name;
        if (name === undefined) return false;
        store.set({ creating: name });
        return true;
      }
      if (key === "Escape" && openRail !== null) {
        store.set({ openRail: null });
        return true;
      }
      if (selected === null) return false;
      if (key === "[" || key === "]") reorder(selected, key === "[" ? -1 : 1);
      else if (key === "Enter" && !document.activeElement?.matches("a, button, summary"))
        showTicket(slug, selected);
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isReader && isAllKey(event) && (store.rows !== null || store.state.column !== null)) {
        event.preventDefault();
        if (store.rows) void picks.rows();
        else if (store.state.column !== null) void picks.column(store.state.column);
        return;
      }
      if (isPageKey(event) && act(event.key, event.shiftKey)) event.preventDefault();
    };
    /** The menu key of the keyboard; a pointer's menu stays the browser's (Ctrl and a click is one, too). */
    const onMenuKey = (event: MouseEvent) => {
      const isTouch = "pointerType" in event && event.pointerType === "touch";
      if (event.button === 2 || event.ctrlKey || isTouch || !(event.target instanceof Element))
        return;
      const row = event.target.closest("[data-card-link]")?.closest<HTMLElement>("[data-ticket]");
      if (!row) return;
      event.preventDefault();
      store.set({ menu: { ticket: Number(row.dataset.ticket), kind: "all" } });
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("contextmenu", onMenuKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("contextmenu", onMenuKey);
    };
  }, [board, filterInput, frame, isReader, picks, reorder, router, slug, store]);
}
