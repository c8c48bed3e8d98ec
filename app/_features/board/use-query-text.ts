"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

const parameter = "q";

export interface QueryText {
  text: string;
  /** Typing: one entry of the history however many letters, until `settle`. */
  type: (text: string) => void;
  /** What is typed next is another entry. */
  settle: () => void;
  /** Another query as a whole: an entry of its own. */
  choose: (text: string) => void;
  /** Another query in the place of the present one: Back leads past it. */
  replace: (text: string) => void;
}

function write(text: string, isNew: boolean): void {
  const url = new URL(window.location.href);
  if (text === "") url.searchParams.delete(parameter);
  else url.searchParams.set(parameter, text);
  if (isNew) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** The query lives in the URL: it can be shared, survives a reload, and Back returns to the one before. */
export function useQueryText(): QueryText {
  const parameters = useSearchParams();
  const [text, setText] = useState(parameters.get(parameter) ?? "");
  const isTyping = useRef(false);
  useEffect(() => {
    const onBack = () => {
      isTyping.current = false;
      setText(new URL(window.location.href).searchParams.get(parameter) ?? "");
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);
  const type = useCallback((next: string) => {
    setText(next);
    write(next, !isTyping.current);
    isTyping.current = true;
  }, []);
  const settle = useCallback(() => {
    isTyping.current = false;
  }, []);
  const choose = useCallback((next: string) => {
    setText(next);
    write(next, true);
    isTyping.current = false;
  }, []);
  const replace = useCallback((next: string) => {
    setText(next);
    write(next, false);
  }, []);
  return useMemo(
    () => ({ text, type, settle, choose, replace }),
    [text, type, settle, choose, replace],
  );
}
