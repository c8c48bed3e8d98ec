"use client";
import { useMemo, useRef, type MouseEvent, type PointerEvent } from "react";

const pressMs = 450;
const wobblePx = 10;

interface Press {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
}

/** A finger that rests on a card; one that moves on scrolls, and a short touch is a click. */
export function useLongPress(onPress: () => void) {
  const press = useRef<Press | null>(null);
  const isPressed = useRef(false);
  return useMemo(() => {
    const end = () => {
      if (press.current) clearTimeout(press.current.timer);
      press.current = null;
    };
    return {
      onPointerDown(event: PointerEvent): void {
        isPressed.current = false;
        if (event.pointerType !== "touch" || !event.isPrimary) return;
        const timer = setTimeout(() => {
          press.current = null;
          isPressed.current = true;
          onPress();
        }, pressMs);
        press.current = { timer, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent): void {
        const from = press.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > wobblePx) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      /** The press has said what was meant: no link is followed, no menu of the browser comes. */
      onClickCapture(event: MouseEvent): void {
        if (!isPressed.current) return;
        isPressed.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onContextMenu(event: MouseEvent): void {
        if (isPressed.current || press.current) event.preventDefault();
      },
    };
  }, [onPress]);
}
