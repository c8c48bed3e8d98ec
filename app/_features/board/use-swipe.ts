"use client";
import { useMemo, useRef, type PointerEvent } from "react";

const leastPx = 60;

/** A finger drawn across: -1 to the left column, 1 to the right one. Up and down stay the list's. */
export function useSwipe(onSwipe: (step: -1 | 1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return useMemo(
    () => ({
      onPointerDown(event: PointerEvent): void {
        const isFinger = event.pointerType === "touch" && event.isPrimary;
        start.current = isFinger ? { x: event.clientX, y: event.clientY } : null;
      },
      onPointerUp(event: PointerEvent): void {
        const from = start.current;
        start.current = null;
        if (!from) return;
        const across = event.clientX - from.x;
        if (Math.abs(across) < leastPx || Math.abs(across) < 2 * Math.abs(event.clientY - from.y))
          return;
        onSwipe(across < 0 ? 1 : -1);
      },
      onPointerCancel(): void {
        start.current = null;
      },
    }),
    [onSwipe],
  );
}
