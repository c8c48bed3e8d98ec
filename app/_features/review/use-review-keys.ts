"use client";
import { useEffect, useRef } from "react";
import { isPageKey } from "#app/_lib/keys.ts";

/** Keys of the page by letter; absent: nothing to do now. */
export type ReviewKeys = Partial<Record<"j" | "k" | "a" | "b" | "u", () => void>>;

/** The newest actions are called, whichever render added the listener. */
export function useReviewKeys(keys: ReviewKeys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      const act = newest.current[event.key as keyof ReviewKeys];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
