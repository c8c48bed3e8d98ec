"use client";
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";
import { BoardStore, type BoardUiState } from "./board-store.ts";

interface BoardContextValue {
  slug: string;
  store: BoardStore;
}

const BoardContext = createContext<BoardContextValue | null>(null);

export function BoardProvider({ slug, children }: { slug: string; children: ReactNode }) {
  const [value] = useState(() => ({ slug, store: new BoardStore() }));
  return <BoardContext value={value}>{children}</BoardContext>;
}

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext);
  if (!value) throw new Error("Used outside of a board.");
  return value;
}

/** A part of the board's state; the component is drawn again only when that part changes. */
export function useBoardUi<T>(select: (state: BoardUiState) => T): T {
  const { store } = useBoardContext();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.state),
    () => select(store.state),
  );
}
