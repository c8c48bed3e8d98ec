"use client";
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { findColumn } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import { isCardDrag } from "./drag-data.ts";
import { isSamePlace, placeOfDrop } from "./drop-place.ts";
import { followerAt } from "./picks.ts";
import { cachedBoard } from "./shown-board.ts";
import { useBulk } from "./use-bulk.ts";
import { useDrop } from "./use-drop.ts";
import { useTellSorted } from "./use-tell-sorted.ts";
import { boardWords } from "./words.ts";

/** One monitor for the whole board: says what is dragged, and carries the drop out. */
export function useBoardDrag(): void {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const drop = useDrop();
  const bulk = useBulk();
  const t = useT(boardWords);
  const tellSorted = useTellSorted();
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isCardDrag(source.data),
        onDragStart: ({ source }) => {
          if (!isCardDrag(source.data)) return;
          const { card } = source.data;
          store.set({ dragging: card, selected: card.id });
          announce(t("dragStart", { number: `#${card.id}`, title: card.title }));
        },
        onDrop: ({ source, location }) => {
          store.set({ dragging: null });
          const board = cachedBoard(client, slug, store);
          if (!isCardDrag(source.data) || !board) return;
          const { card } = source.data;
          const { picked } = store.state;
          const place = placeOfDrop(board, card.id, location.current.dropTargets);
          if (place && picked.size > 1 && picked.has(card.id)) {
            bulk.move(place.column, followerAt(board, place, card.id, picked));
            return;
          }
          if (!place || isSamePlace(board, card.id, place)) {
            announce(t("dragCancel", { number: `#${card.id}` }));
            return;
          }
          const target = findColumn(board, place.column);
          if (target && target.sort !== "manual" && place.column === card.status) {
            tellSorted(target);
            return;
          }
          // The rail it was taken out of would lie over the place it went to.
          if (store.state.openRail === card.status) store.set({ openRail: null });
          drop(card, place.column, place.index);
        },
      }),
    [bulk, client, drop, slug, store, t, tellSorted],
  );
}
