"use client";
import { useSyncExternalStore } from "react";
import { cn } from "./class-names.ts";

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const never = () => () => undefined;

/** ⌘ is Ctrl elsewhere. */
export function keysFor(keys: string, hasCommandKey: boolean): string[] {
  const named = hasCommandKey ? keys : keys.replaceAll("⌘", "Ctrl ");
  return named.split(" ").filter((key) => key !== "");
}

/** Keys as printed on the keyboard: `<Kbd keys="g b" />`, `<Kbd keys="⌘K" />`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const hasCommandKey = useSyncExternalStore(never, isMac, () => false);
  return (
    <span className={cn("inline-flex gap-0.5", className)}>
      {keysFor(keys, hasCommandKey).map((key, index) => (
        <kbd
          key={`${index}-${key}`}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
