"use client";
import { useState, type KeyboardEvent } from "react";
import type { Board } from "#server/contracts/ticket.ts";
import { suggest, type Suggestion } from "./query-suggestions.ts";

export interface Suggestions {
  items: readonly Suggestion[];
  isOpen: boolean;
  /** -1: none; Enter then leaves the text as it is. */
  active: number;
  open: () => void;
  close: () => void;
  /** True when the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Keys of a combobox's list: arrows choose, Enter and Tab accept what is chosen, Escape closes. */
export function useSuggestions(
  text: string,
  caret: number,
  board: Board | undefined,
  onAccept: (item: Suggestion) => void,
): Suggestions {
  const [isWanted, setWanted] = useState(false);
  const [chosen, setChosen] = useState({ at: `${caret} ${text}`, index: -1 });
  const items = isWanted && board ? suggest(text, caret, board) : [];
  const isOpen = items.length > 0;
  const at = `${caret} ${text}`;
  const active = isOpen && chosen.at === at ? Math.min(chosen.index, items.length - 1) : -1;
  const step = (by: number) => {
    const count = items.length;
    const from = active < 0 && by < 0 ? count : active;
    setChosen({ at, index: (from + by + count) % count });
  };
  return {
    items,
    isOpen,
    active,
    open: () => setWanted(true),
    close: () => setWanted(false),
    onKey(event) {
      const { key } = event;
      if (!isOpen) {
        if (key !== "ArrowDown") return false;
        setWanted(true);
        return true;
      }
      const item = items[active];
      if (key === "ArrowDown") step(1);
      else if (key === "ArrowUp") step(-1);
      else if (key === "Escape") setWanted(false);
      else if ((key === "Enter" || key === "Tab") && item) onAccept(item);
      else return false;
      return true;
    },
  };
}
