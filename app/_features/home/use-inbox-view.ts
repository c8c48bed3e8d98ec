"use client";
import { useSyncExternalStore } from "react";

export type InboxView = "mine" | "all";

const storageKey = "signalbox-needs-you";
const listeners = new Set<() => void>();

function read(): InboxView {
  try {
    return localStorage.getItem(storageKey) === "all" ? "all" : "mine";
  } catch {
    // Storage can be forbidden: then it is one's own rows, as at first.
    return "mine";
  }
}

function choose(view: InboxView): void {
  localStorage.setItem(storageKey, view);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether somebody looks at what waits for them or at everything, remembered by the browser. */
export function useInboxView(): [InboxView, (view: InboxView) => void] {
  return [useSyncExternalStore(subscribe, read, () => "mine"), choose];
}
