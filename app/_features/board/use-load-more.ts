"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { loadWindow } from "#app/_lib/load-window.ts";
import { useBoardContext } from "./board-context.tsx";
import { shownKey } from "./shown-board.ts";

/** Reads the next window of a column; one at a time. Resolves to false when there was none, or it was not reached. */
export function useLoadMore(column: string): () => Promise<boolean> {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const running = useRef<Promise<boolean> | null>(null);
  return useCallback(() => {
    const shown = { key: shownKey(slug, store), asked: store.state.answered };
    running.current ??= loadWindow(client, slug, column, shown).finally(() => {
      running.current = null;
    });
    return running.current;
  }, [client, column, slug, store]);
}
