"use client";
import { useEffect, useState, type RefObject } from "react";
import type { ColumnHold } from "./hold-cards.ts";

const restMs = 1_000;

const free: ColumnHold = { isHeld: false, anchor: null };

function ticketAt(target: EventTarget | null): number | null {
  const number =
    target instanceof Element
      ? target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket
      : undefined;
  return number === undefined ? null : Number(number);
}

/** Held while the pointer or the keyboard works in the column, and until it left or rested 1 s (ux 30). */
export function useColumnHold(element: RefObject<HTMLElement | null>): ColumnHold {
  const [hold, setHold] = useState(free);
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      setHold((old) => (old.isHeld ? free : old));
    };
    const keep = (event: Event) => {
      const anchor = ticketAt(event.target);
      setHold((old) => (old.isHeld && old.anchor === anchor ? old : { isHeld: true, anchor }));
      clearTimeout(timer);
      timer = setTimeout(release, restMs);
    };
    node.addEventListener("pointermove", keep);
    node.addEventListener("keydown", keep);
    node.addEventListener("pointerleave", release);
    return () => {
      clearTimeout(timer);
      node.removeEventListener("pointermove", keep);
      node.removeEventListener("keydown", keep);
      node.removeEventListener("pointerleave", release);
    };
  }, [element]);
  return hold;
}
