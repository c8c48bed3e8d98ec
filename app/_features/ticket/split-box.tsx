"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { ticketWords } from "./words.ts";

const storageKey = "signalbox-ticket-split";
const clamp = (share: number) => Math.min(0.7, Math.max(0.25, share));

/** Ticket left, run right; the line between is moved by pointer or arrow keys and remembered. */
export function SplitBox({ left, right }: { left: ReactNode; right: ReactNode }) {
  const t = useT(ticketWords);
  const [share, setShare] = useState(0.42);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stored = Number(localStorage.getItem(storageKey));
    if (stored > 0) setShare(clamp(stored));
  }, []);
  const resize = (next: number) => {
    setShare(clamp(next));
    localStorage.setItem(storageKey, String(clamp(next)));
  };
  return (
    <div ref={box} className="flex min-h-0 flex-1">
      <div style={{ width: `${share * 100}%` }} className="scroll-thin min-w-0 overflow-y-auto">
        {left}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={t("split.label")}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={25}
        aria-valuemax={70}
        className="relative w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-inset-x-1.5 before:z-10 focus-visible:w-1 focus-visible:bg-accent"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          const frame = box.current?.getBoundingClientRect();
          if (frame !== undefined && event.currentTarget.hasPointerCapture(event.pointerId))
            resize((event.clientX - frame.left) / frame.width);
        }}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -0.05, ArrowRight: 0.05 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          resize(share + step);
        }}
      />
      <div className="flex min-w-0 flex-1 flex-col">{right}</div>
    </div>
  );
}
