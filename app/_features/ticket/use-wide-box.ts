"use client";
import { useEffect, useState, type RefObject } from "react";

/** From this width on the panel shows ticket and run side by side (ux 10). */
const wideFromPx = 1_000;

export function useWideBox(box: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWide(entry.contentRect.width >= wideFromPx);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return isWide;
}
