import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

const looks = {
  /** One filled button per state (ux 35). */
  filled: "bg-accent text-on-accent border-accent hover:brightness-110",
  plain: "bg-surface text-ink border-line hover:bg-hover",
  ghost: "bg-transparent text-ink border-transparent hover:bg-hover",
  danger: "bg-surface text-red border-line hover:bg-red-tint",
} as const;

const sizes = {
  small: "h-6 px-2 text-sm gap-1",
  medium: "h-7 px-2.5 text-base gap-1.5",
  /** For touch: 44 px. */
  large: "h-11 px-4 text-lg gap-2",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  /** Renders the single child (a link) with the button's looks. */
  asChild?: boolean;
}

export function Button({
  look = "plain",
  size = "medium",
  asChild = false,
  className,
  type,
  ...rest
}: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      {...(asChild ? {} : { type: type ?? "button" })}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded border font-medium whitespace-nowrap select-none transition-colors duration-100",
        "pointer-coarse:min-h-9 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50",
        looks[look],
        sizes[size],
        className,
      )}
      {...rest}
    />
  );
}
