"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { appendWindow, findColumn } from "#app/_lib/board-cache.ts";
import { useBoardContext } from "./board-context.tsx";
import { shownKey } from "./shown-board.ts";

/** Reads the next window of a column; one at a time. Resolves to false when there was none, or it was not reached. */
export function useLoadMore(column: string): () => Promise<boolean> {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const running = useRef<Promise<boolean> | null>(null);
  return useCallback(() => {
    const load = async (): Promise<boolean> => {
      const key = shownKey(slug, store);
      const { search } = store.state;
      const after = findColumn(client.getQueryData<Board>(key) ?? emptyBoard, column)?.next ?? null;
      if (after === null) return false;
      const answer = await api
        .get(`${projectPath(slug)}/board`, boardSchema, {
          query: { column, after, ...(search === "" ? {} : { q: search }) },
        })
        .catch(() => null);
      const window = answer?.columns.find((other) => other.name === column);
      if (!window) return false;
      client.setQueryData<Board>(key, (board) => {
        // A reread may have moved the cursor meanwhile: then this window is not the next one.
        if (!board || findColumn(board, column)?.next !== after) return board;
        return appendWindow(board, column, window);
      });
      return true;
    };
    running.current ??= load().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [client, column, slug, store]);
}

const emptyBoard: Board = { project: "", revision: 0, columns: [], members: [], labels: [] };
