"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

/** More about what the child already says; nothing may be readable only here. */
export function Tooltip({
  text,
  shortcut,
  side = "bottom",
  children,
}: {
  text: ReactNode;
  shortcut?: string;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="appear z-50 flex max-w-80 items-center gap-2 rounded border border-line bg-raised px-2 py-1 text-sm text-ink shadow-lift"
        >
          {text}
          {shortcut ? <Kbd keys={shortcut} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
