"use client";
import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";

export function Switch({
  label,
  ...rest
}: { label: string } & Omit<ComponentProps<typeof Radix.Root>, "aria-label">) {
  return (
    <Radix.Root
      aria-label={label}
      className="relative inline-flex h-5 w-8 shrink-0 items-center rounded-full border border-line-strong bg-sunken transition-colors duration-100 before:absolute before:-inset-1 data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      {...rest}
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform duration-100 data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
