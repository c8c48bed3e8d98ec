"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { isAtWork } from "#app/_lib/is-at-work.ts";
import { useBoardContext } from "./board-context.tsx";
import { doesAssigneeDecide, dropQuery } from "./use-drop-consequence.ts";
import { useMove } from "./use-move.ts";

/** Carries a drop out: move first, then say what started, or ask who does it. */
export function useCarryOutDrop(): (
  card: Card,
  column: string,
  index: number,
  stopRun?: boolean,
) => void {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const move = useMove();
  return useCallback(
    (card, column, index, stopRun = false) => {
      const isOther = card.status !== column;
      // Asked before the move is sent, for a moment later the answer would be about the new place.
      const known = isOther
        ? client.fetchQuery(dropQuery(slug, card.id, column)).catch(() => null)
        : Promise.resolve(null);
      const query = client.getQueryData<Awaited<typeof known>>(
        dropQuery(slug, card.id, column).queryKey,
      );
      void move({
        ticket: card.id,
        column,
        index,
        stopRun,
        ...(query ? { drop: query.drop } : {}),
      });
      if (!isOther || card.assignedTo !== null) return;
      void known.then((answer) => {
        if (answer && doesAssigneeDecide(answer)) store.set({ choosing: { card, column } });
      });
    },
    [client, move, slug, store],
  );
}

/** A person's drop, by pointer, key or menu. A card at work asks first what becomes of its run (rule 20). */
export function useDrop(): (card: Card, column: string, index: number) => void {
  const { store } = useBoardContext();
  const carryOut = useCarryOutDrop();
  return useCallback(
    (card, column, index) => {
      if (card.status !== column && isAtWork(card)) store.set({ moving: { card, column, index } });
      else carryOut(card, column, index);
    },
    [carryOut, store],
  );
}
