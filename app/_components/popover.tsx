"use client";
import { Popover as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

export function Popover({
  trigger,
  children,
  align = "start",
  label,
  ...root
}: {
  trigger: ReactNode;
  children: ReactNode;
  label: string;
  align?: "start" | "center" | "end";
} & Pick<ComponentProps<typeof Radix.Root>, "open" | "onOpenChange">) {
  return (
    <Radix.Root {...root}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="appear z-50 max-w-[calc(100vw-16px)] rounded-lg border border-line bg-raised p-3 text-base text-ink shadow-lift"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
