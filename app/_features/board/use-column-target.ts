"use client";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useState, type RefObject } from "react";
import { columnTarget, isCardDrag } from "./drag-data.ts";

/** A column, its head or a rail as a place to drop; `scroller` scrolls by itself near its edges. */
export function useColumnTarget(
  element: RefObject<HTMLElement | null>,
  column: string,
  isTop: boolean,
  scroller?: RefObject<HTMLElement | null>,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const scrolling = scroller?.current;
    return combine(
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => isCardDrag(source.data),
        getData: () => columnTarget(column, isTop),
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: () => setIsOver(false),
      }),
      ...(scrolling
        ? [
            autoScrollForElements({
              element: scrolling,
              canScroll: ({ source }) => isCardDrag(source.data),
            }),
          ]
        : []),
    );
  }, [element, column, isTop, scroller]);
  return isOver;
}
