"use client";
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { onUndoing } from "#app/_lib/undo-stack.ts";
import { BoardStore, type BoardUiState } from "./board-store.ts";
import type { QueryText } from "./use-query-text.ts";

interface BoardContextValue {
  slug: string;
  store: BoardStore;
  /** Searches for something else, or shows it otherwise; Back returns. */
  show: QueryText["show"];
}

const BoardContext = createContext<BoardContextValue | null>(null);

export function BoardProvider({
  slug,
  show,
  children,
}: {
  slug: string;
  show: QueryText["show"];
  children: ReactNode;
}) {
  const [store] = useState(() => new BoardStore());
  const value = useMemo(() => ({ slug, store, show }), [slug, store, show]);
  useEffect(
    () =>
      onUndoing(({ project, items }) => {
        if (project !== slug) return;
        const own = new Set(items.map(({ ticket }) => ticket));
        store.set({ own, ...(items.length === 1 ? { selected: items[0]?.ticket ?? null } : {}) });
      }),
    [slug, store],
  );
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
