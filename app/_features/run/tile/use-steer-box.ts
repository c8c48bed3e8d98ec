"use client";
import { useEffect, useRef, type RefObject } from "react";

/** Where a message is written; null while nobody writes one. */
export function steerField(box: HTMLElement | null): HTMLTextAreaElement | null {
  return box?.querySelector<HTMLTextAreaElement>("[data-steer] textarea") ?? null;
}

/** While a message is written in a tile: the field has the focus at first, and Escape closes it. */
export function useSteerBox(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = box.current;
    if (!isOpen || element === null) return undefined;
    steerField(element)?.focus();
    const onKey = (event: KeyboardEvent) => {
      const isHere = event.target instanceof Node && element.contains(event.target);
      // A list of suggestions takes it first; while an input method composes, it belongs to that.
      if (!isHere || event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      close.current();
    };
    // On the document, where the fields' own handlers have been asked before.
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [box, isOpen]);
}
