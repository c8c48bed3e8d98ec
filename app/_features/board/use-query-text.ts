"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { layoutSchema, type Layout } from "#server/contracts/board-view.ts";

/** What the address says is shown. */
export interface Shown {
  query: string;
  layout: Layout;
  /** Of the columns of a board, or of a list, as `board-view.ts` reads it. */
  sort: string;
}

export interface QueryText {
  text: string;
  shown: Shown;
  /** Typing: one entry of the history however many letters, until `settle`. */
  type: (text: string) => void;
  /** What is typed next is another entry. */
  settle: () => void;
  /** Another query as a whole: an entry of its own. */
  choose: (text: string) => void;
  /** Another search, layout or order: an entry of its own. */
  show: (change: Partial<Shown>) => void;
  /** The same in the place of the present one: Back leads past it. */
  replace: (change: Partial<Shown>) => void;
}

/** What the address does not say yet. */
interface Late {
  shown: Shown;
  isNew: boolean;
  timer: ReturnType<typeof setTimeout>;
}

interface Parameters {
  get(name: string): string | null;
}

function read(parameters: Parameters): Shown {
  return {
    query: parameters.get("q") ?? "",
    layout: layoutSchema.catch("board").parse(parameters.get("view")),
    sort: parameters.get("sort") ?? "",
  };
}

/** How long after a letter the address follows: the router goes through the whole page for each. */
const followMs = 150;

function write(shown: Shown, isNew: boolean): void {
  const url = new URL(window.location.href);
  const put = (name: string, text: string) => {
    if (text === "") url.searchParams.delete(name);
    else url.searchParams.set(name, text);
  };
  put("q", shown.query);
  put("view", shown.layout === "board" ? "" : shown.layout);
  put("sort", shown.sort);
  if (isNew) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** What is shown lives in the URL: it can be shared, survives a reload, and Back returns to the one before. */
export function useQueryText(): QueryText {
  const parameters = useSearchParams();
  const [shown, setShown] = useState(() => read(parameters));
  const isTyping = useRef(false);
  const late = useRef<Late | null>(null);
  /** The address says what is shown, now. */
  const follow = useCallback(() => {
    if (!late.current) return;
    clearTimeout(late.current.timer);
    write(late.current.shown, late.current.isNew);
    late.current = null;
  }, []);
  useEffect(() => {
    const forget = () => {
      clearTimeout(late.current?.timer);
      late.current = null;
    };
    const onBack = () => {
      forget();
      isTyping.current = false;
      setShown(read(new URL(window.location.href).searchParams));
    };
    window.addEventListener("popstate", onBack);
    window.addEventListener("pagehide", follow);
    return () => {
      forget();
      window.removeEventListener("popstate", onBack);
      window.removeEventListener("pagehide", follow);
    };
  }, [follow]);
  const change = useCallback(
    (part: Partial<Shown>, isNew: boolean) => {
      follow();
      // The address is what all changes start from, also two of one moment.
      const next = { ...read(new URL(window.location.href).searchParams), ...part };
      write(next, isNew);
      setShown(next);
    },
    [follow],
  );
  const type = useCallback(
    (query: string) => {
      const before = late.current;
      clearTimeout(before?.timer);
      const next = {
        ...(before?.shown ?? read(new URL(window.location.href).searchParams)),
        query,
      };
      const isNew = before?.isNew ?? !isTyping.current;
      late.current = { shown: next, isNew, timer: setTimeout(follow, followMs) };
      isTyping.current = true;
      setShown(next);
    },
    [follow],
  );
  const settle = useCallback(() => {
    follow();
    isTyping.current = false;
  }, [follow]);
  const show = useCallback(
    (part: Partial<Shown>) => {
      change(part, true);
      isTyping.current = false;
    },
    [change],
  );
  const choose = useCallback((query: string) => show({ query }), [show]);
  const replace = useCallback((part: Partial<Shown>) => change(part, false), [change]);
  return useMemo(
    () => ({ text: shown.query, shown, type, settle, choose, show, replace }),
    [shown, type, settle, choose, show, replace],
  );
}
