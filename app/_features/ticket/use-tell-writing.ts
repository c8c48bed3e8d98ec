"use client";
import { useCallback, useEffect, useRef } from "react";

/** Whoever has not typed for this long does not write any more. */
const restMs = 6_000;

/** Tells whether a text is being written: from a change on, until it is empty or rests. */
export function useTellWriting(tell: (isWriting: boolean) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      tell(false);
    },
    [tell],
  );
  return useCallback(
    (text) => {
      clearTimeout(timer.current);
      const isWriting = text.trim() !== "";
      tell(isWriting);
      if (isWriting) timer.current = setTimeout(() => tell(false), restMs);
    },
    [tell],
  );
}
