"use client";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachClosestEdge,
  extractClosestEdge,
  type Edge,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { useEffect, useState, type RefObject } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { cardDrag, cardTarget, isCardDrag } from "./drag-data.ts";
import { useRights } from "#app/_lib/use-rights.ts";

interface CardDragState {
  isDragged: boolean;
  /** Where the drop line is drawn. */
  edge: Edge | null;
}

const resting: CardDragState = { isDragged: false, edge: null };

/**
 * Makes a card a thing to drag, and the halves of its row places to drop at: rows touch each other, so no
 * drop between two cards misses both.
 */
export function useCardDrag(
  element: RefObject<HTMLElement | null>,
  card: Card,
  column: string,
): CardDragState {
  const [state, setState] = useState(resting);
  const { isReader } = useRights();
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    // A finger scrolls; it moves a card with "Move to" (ux 25).
    let isTouch = false;
    const noteKind = (event: PointerEvent) => {
      isTouch = event.pointerType === "touch";
    };
    node.addEventListener("pointerdown", noteKind);
    return combine(
      () => node.removeEventListener("pointerdown", noteKind),
      draggable({
        element: node,
        canDrag: () => card.deletedAt === undefined && !isTouch && !isReader,
        getInitialData: () => cardDrag(card),
        onDragStart: () => setState({ isDragged: true, edge: null }),
        onDrop: () => setState(resting),
      }),
      dropTargetForElements({
        element: node.closest("[role=listitem]") ?? node,
        canDrop: ({ source }) => isCardDrag(source.data),
        getData: ({ input, element: target }) =>
          attachClosestEdge(cardTarget(card.id, column), {
            input,
            element: target,
            allowedEdges: ["top", "bottom"],
          }),
        onDrag: ({ self, source }) => {
          const isSelf = isCardDrag(source.data) && source.data.card.id === card.id;
          const edge = isSelf ? null : extractClosestEdge(self.data);
          setState((old) => (old.edge === edge ? old : { ...old, edge }));
        },
        onDragLeave: () => setState((old) => ({ ...old, edge: null })),
        onDrop: () => setState(resting),
      }),
    );
  }, [element, card, column, isReader]);
  return state;
}
