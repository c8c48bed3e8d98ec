"use client";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  /** A number behind the label; null or 0 shows nothing. */
  count?: number | null;
  content: ReactNode;
}

/** Panels mount when first shown; `keepMounted` keeps the others in the page (drafts survive). */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
  panelClassName,
  keepMounted = false,
}: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onValueChange: (value: V) => void;
  className?: string;
  panelClassName?: string;
  keepMounted?: boolean;
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={cn("flex min-h-0 flex-col", className)}
    >
      <Radix.List aria-label={label} className="flex shrink-0 flex-wrap gap-x-1 border-b px-2">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-8 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count ? (
              <span className="rounded-full bg-grey-tint px-1.5 text-xs text-muted">
                {tab.count}
              </span>
            ) : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          {...(keepMounted ? { forceMount: true as const } : {})}
          className={cn(
            "min-h-0 flex-1 overflow-auto data-[state=inactive]:hidden",
            panelClassName,
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
