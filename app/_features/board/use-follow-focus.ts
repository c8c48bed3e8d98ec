"use client";
import { useEffect, useRef } from "react";

/**
 * A card or row that a change put to another place has lost the focus, for it was drawn anew there; the
 * focus follows the ticket (ux 30), unless the person has gone elsewhere meanwhile.
 */
export function useFollowFocus(): void {
  const focused = useRef<number | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("[data-card-link]") : null;
      const ticket = link?.closest<HTMLElement>("[data-ticket]")?.dataset.ticket;
      focused.current = ticket === undefined ? null : Number(ticket);
    };
    const forget = () => {
      focused.current = null;
    };
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", forget);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", forget);
    };
  }, []);
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>(`[data-ticket="${focused.current}"] [data-card-link]`)
      ?.focus({ preventScroll: true });
  });
}
