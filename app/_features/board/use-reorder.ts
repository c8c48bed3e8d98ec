"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { findCard, findColumn } from "#app/_lib/board-cache.ts";
import { useBoardContext } from "./board-context.tsx";
import { cachedBoard } from "./shown-board.ts";
import { useMove } from "./use-move.ts";
import { useTellSorted } from "./use-tell-sorted.ts";

/** One place up or down, or to the top, in the card's own column. */
export function useReorder(): (ticket: number, step: -1 | 1 | "top") => void {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const move = useMove();
  const tellSorted = useTellSorted();
  return useCallback(
    (ticket, step) => {
      const board = cachedBoard(client, slug, store);
      const card = board && findCard(board, ticket);
      const column = board && card && findColumn(board, card.status);
      if (!card || !column) return;
      if (column.sort !== "manual") {
        tellSorted(column);
        return;
      }
      const index = column.cards.indexOf(card);
      const next = step === "top" ? 0 : index + step;
      if (next < 0 || next >= column.cards.length || next === index) return;
      void move({ ticket, column: column.name, index: next });
    },
    [client, move, slug, store, tellSorted],
  );
}
