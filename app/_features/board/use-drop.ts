"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { useBoardContext } from "./board-context.tsx";
import { doesAssigneeDecide, dropQuery } from "./use-drop-consequence.ts";
import { useMove } from "./use-move.ts";

/** A person's drop, by pointer, key or menu: move first, then say what started, or ask who does it. */
export function useDrop(): (card: Card, column: string, index: number) => void {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const move = useMove();
  return useCallback(
    (card, column, index) => {
      const isOther = card.status !== column;
      // Asked before the move is sent, for a moment later the answer would be about the new place.
      const known = isOther
        ? client.fetchQuery(dropQuery(slug, card.id, column)).catch(() => null)
        : Promise.resolve(null);
      const query = client.getQueryData<Awaited<typeof known>>(
        dropQuery(slug, card.id, column).queryKey,
      );
      void move({ ticket: card.id, column, index, ...(query ? { drop: query.drop } : {}) });
      if (!isOther || card.assignedTo !== null) return;
      void known.then((answer) => {
        if (answer && doesAssigneeDecide(answer)) store.set({ choosing: { card, column } });
      });
    },
    [client, move, slug, store],
  );
}
