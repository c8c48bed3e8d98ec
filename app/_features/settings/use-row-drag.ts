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
import { useEffect, useRef, useState, type RefObject } from "react";

const kind = "settings-column";

/** A row to drag by its handle, whose halves are places to drop another one at. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { id, index, isDisabled }: { id: number; index: number; isDisabled: boolean },
  onDrop: (id: number, index: number) => void,
): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null);
  const newest = useRef(onDrop);
  useEffect(() => {
    newest.current = onDrop;
  });
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!element || !dragHandle || isDisabled) return undefined;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ kind, id, index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data["kind"] === kind && source.data["id"] !== id,
        getData: ({ input, element: target }) =>
          attachClosestEdge({}, { input, element: target, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const from = Number(source.data["index"]);
          const gap = extractClosestEdge(self.data) === "bottom" ? index + 1 : index;
          newest.current(Number(source.data["id"]), gap > from ? gap - 1 : gap);
        },
      }),
    );
  }, [row, handle, id, index, isDisabled]);
  return edge;
}
