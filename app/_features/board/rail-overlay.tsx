"use client";
import { useEffect, useRef } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { Column } from "./column.tsx";

interface Props {
  column: BoardColumn;
  /** As `Column` takes it. */
  question: string;
  isLeft: boolean;
}

/** A rail opened over its neighbours, on the side it stands on. */
export function RailOverlay({ column, question, isLeft }: Props) {
  const { store } = useBoardContext();
  const box = useRef<HTMLDivElement>(null);
  const isDragging = useBoardUi((state) => state.dragging !== null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[data-card-link]")?.focus();
    const onPointer = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (!target || box.current?.contains(target)) return;
      // Its own rail closes it by itself; a menu of one of its cards hangs elsewhere in the page.
      if (target.closest("[aria-expanded='true'][data-column], [role='menu'], [role='dialog']"))
        return;
      store.set({ openRail: null });
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [store]);
  return (
    <div
      ref={box}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === "Escape") store.set({ openRail: null });
      }}
      className={cn(
        "appear absolute inset-y-1.5 z-20 flex w-80 max-w-[calc(100%-60px)] shadow-lift",
        isLeft ? "left-[54px]" : "right-[54px]",
        // Out of the way of its own card: what lies under it is a place to drop. It stays in the page,
        // for the browser ends a drag whose source is removed.
        isDragging && "pointer-events-none opacity-0",
      )}
    >
      <Column column={column} question={question} className="w-full" />
    </div>
  );
}
