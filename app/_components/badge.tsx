import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

export const hues = {
  amber: "bg-amber-tint text-amber",
  red: "bg-red-tint text-red",
  blue: "bg-blue-tint text-blue",
  violet: "bg-violet-tint text-violet",
  green: "bg-green-tint text-green",
  grey: "bg-grey-tint text-muted",
} as const;
export type Hue = keyof typeof hues;

export function Badge({
  hue = "grey",
  className,
  children,
}: {
  hue?: Hue;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-4.5 max-w-full items-center gap-1 truncate rounded-sm px-1.5 text-xs font-medium",
        hues[hue],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A label of the board: its own colour is only a dot, so that text keeps its contrast. */
export function LabelBadge({
  name,
  color,
  className,
}: {
  name: string;
  color: string;
  className?: string;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-4.5 max-w-24 items-center gap-1 rounded-sm border px-1 text-xs text-muted",
        className,
      )}
    >
      <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden>
        <circle cx="4" cy="4" r="4" fill={color} />
      </svg>
      <span className="truncate">{name}</span>
    </span>
  );
}
