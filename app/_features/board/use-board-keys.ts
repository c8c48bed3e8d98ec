"use client";
import { useRouter } from "next/navigation";
import { useEffect, type RefObject } from "react";
import type { Board } from "#server/contracts/ticket.ts";
import { isPageKey } from "#app/_lib/keys.ts";
import { useBoardContext } from "./board-context.tsx";
import { focusCard } from "./focus-card.ts";
import { nextSelection, type Direction, type VisibleColumn } from "./next-selection.ts";
import { showTicket } from "./ticket-path.ts";
import { undoLast } from "./undo-stack.ts";
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

/** Keys of the board; every one of them is also in the card's menu (ux 29). */
export function useBoardKeys(
  frame: RefObject<HTMLElement | null>,
  filterInput: RefObject<HTMLInputElement | null>,
  board: Board | undefined,
): void {
  const { slug, store } = useBoardContext();
  const reorder = useReorder();
  const router = useRouter();
  useEffect(() => {
    const act = (key: string): boolean => {
      if (key === "r") {
        router.push(`/p/${encodeURIComponent(slug)}/review`);
        return true;
      }
      if (key === "/") {
        filterInput.current?.focus();
        return true;
      }
      if (!board) return false;
      const { selected, openRail, column } = store.state;
      const visible = visibleColumns(board, frame.current);
      const direction = arrows[key];
      if (direction) {
        const next = nextSelection(visible, selected, direction);
        if (next === null) return false;
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
      if (key === "m" || key === ".")
        store.set({ menu: { ticket: selected, kind: key === "m" ? "move" : "all" } });
      else if (key === "[" || key === "]") reorder(selected, key === "[" ? -1 : 1);
      else if (key === "Enter" && !document.activeElement?.matches("a, button, summary"))
        showTicket(slug, selected);
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      const isUndo =
        (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (
        isUndo &&
        !(
          event.target instanceof Element &&
          event.target.closest("input, textarea, [contenteditable='true']")
        )
      ) {
        if (undoLast()) event.preventDefault();
        return;
      }
      if (isPageKey(event) && act(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [board, filterInput, frame, reorder, router, slug, store]);
}
