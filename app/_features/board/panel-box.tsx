"use client";
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";

const storageKey = "signalbox-panel-share";
const minimumShare = 0.3;

const clampShare = (share: number) => Math.min(1, Math.max(minimumShare, share));

/** Right-hand box of the panel. Its left edge can be dragged or moved by arrow keys; the width is remembered. */
export function PanelBox({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const [share, setShare] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stored = Number(localStorage.getItem(storageKey));
    if (stored > 0) setShare(clampShare(stored));
  }, []);
  const resize = (next: number) => {
    setShare(clampShare(next));
    localStorage.setItem(storageKey, String(clampShare(next)));
  };
  const shareAt = (clientX: number) => {
    const frame = box.current?.parentElement?.getBoundingClientRect();
    return frame ? (frame.right - clientX) / frame.width : 0.7;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) =>
    event.currentTarget.setPointerCapture(event.pointerId);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(shareAt(event.clientX));
  };
  const onHandleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 0.05, ArrowRight: -0.05 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize((share ?? 0.7) + step);
  };
  return (
    <div
      ref={box}
      role="presentation"
      data-own-keys
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
      style={share === null ? undefined : ({ "--share": `${share * 100}%` } as CSSProperties)}
      className="appear absolute inset-y-0 right-0 z-30 w-full border-l bg-surface shadow-lift min-[640px]:w-(--share,max(640px,72%)) min-[1600px]:w-(--share,52%)"
    >
      <div
        role="separator"
        aria-orientation="vertical"
        aria-valuenow={Math.round((share ?? 0.7) * 100)}
        aria-valuemin={minimumShare * 100}
        aria-valuemax={100}
        aria-label="↔"
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onDoubleClick={() => resize(share === 1 ? 0.7 : 1)}
        onKeyDown={onHandleKey}
        className="absolute inset-y-0 -left-1 z-10 hidden w-2 cursor-col-resize touch-none hover:bg-accent-tint focus-visible:bg-accent min-[640px]:block"
      />
      {children}
    </div>
  );
}
