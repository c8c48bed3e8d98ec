import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cn } from "./class-names.ts";
import { Tooltip } from "./tooltip.tsx";

const squares = { small: "size-6 p-0", medium: "size-7 p-0", large: "size-11 p-0" } as const;

export interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  /** What it does, in words: accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Shown in the tooltip beside the label. */
  shortcut?: string;
}

export function IconButton({
  label,
  icon,
  shortcut,
  size = "medium",
  look = "ghost",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <Button
        aria-label={label}
        look={look}
        size={size}
        className={cn(squares[size], "pointer-coarse:min-w-9", className)}
        {...rest}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}
