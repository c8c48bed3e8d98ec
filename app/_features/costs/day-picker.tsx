"use client";
import { useState, type KeyboardEvent, type PointerEvent } from "react";

const weekDays = 7;

/**
 * Lies over the plot and chooses one day: by pointer, by touch, or with the arrow keys as a slider, whose
 * value a screen reader speaks.
 */
export function DayPicker({
  label,
  count,
  chosen,
  onChoose,
  say,
}: {
  label: string;
  count: number;
  chosen: number | null;
  onChoose: (index: number | null) => void;
  say: (index: number) => string;
}) {
  const [kept, setKept] = useState(count - 1);
  const last = count - 1;
  const now = Math.min(last, Math.max(0, chosen ?? kept));
  const choose = (index: number) => {
    const next = Math.min(last, Math.max(0, index));
    setKept(next);
    onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - weekDays,
      PageUp: now + weekDays,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (event.key === "Escape") onChoose(null);
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - box.left) / box.width) * count));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={now + 1}
      aria-valuetext={say(now)}
      onKeyDown={onKeyDown}
      onFocus={() => onChoose(now)}
      onBlur={() => onChoose(null)}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse" && document.activeElement !== event.currentTarget)
          onChoose(null);
      }}
      className="absolute inset-0 touch-pan-y rounded"
    />
  );
}
