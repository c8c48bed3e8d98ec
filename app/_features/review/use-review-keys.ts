"use client";
import { useEffect, useRef } from "react";
import { isPageKey } from "#app/_lib/keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";

/** Keys of the page by letter; absent: nothing to do now. */
export type ReviewKeys = Partial<Record<"j" | "k" | "a" | "b" | "u", () => void>>;

/** Verdicts would be refused to people who may only read. */
const writingKeys: ReadonlySet<string> = new Set(["a", "b", "u"]);

/** The newest actions are called, whichever render added the listener. */
export function useReviewKeys(keys: ReviewKeys): void {
  const newest = useRef(keys);
  const { isReader } = useRights();
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      const act = newest.current[event.key as keyof ReviewKeys];
      if (act === undefined || (isReader && writingKeys.has(event.key))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isReader]);
}
