"use client";
import { createContext, useContext, useState, type ReactNode } from "react";
import type { Row } from "./row.ts";

/** What rows need beside themselves: leaves read it, so that rows stay memoised. */
export interface RowContextValue {
  slug: string;
  run: string;
  agent: string;
  /** Rows that a person opened or closed; survives rows leaving and entering the window. */
  openRows: Map<string, boolean>;
  /** As in `Transcript`. */
  overBefore: number;
  /** Leads to what an edit of this file became in Changes; null where nothing is left of it. */
  showChange: (file: string, seq: number) => (() => void) | null;
  /** Draws a row inside another one (a sub-agent's). */
  drawRow: (row: Row) => ReactNode;
}

const RowContext = createContext<RowContextValue | null>(null);
export const RowContextProvider = RowContext.Provider;

export function useRowContext(): RowContextValue {
  const value = useContext(RowContext);
  if (value === null) throw new Error("rows are drawn inside a transcript");
  return value;
}

/** Whether a row is unfolded, remembered beyond its unmounting. */
export function useOpenRow(key: string, isOpenAtFirst: boolean): [boolean, () => void] {
  const { openRows } = useRowContext();
  const [isOpen, setOpen] = useState(() => openRows.get(key) ?? isOpenAtFirst);
  const toggle = () => {
    openRows.set(key, !isOpen);
    setOpen(!isOpen);
  };
  return [isOpen, toggle];
}
